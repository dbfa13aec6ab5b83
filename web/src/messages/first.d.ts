// What `?first` and `?later` of a file of messages are: first_messages.ts makes them.
declare module '*.json?first' {
  const messages: Readonly<Record<string, string | Partial<Record<Intl.LDMLPluralRule, string>>>>;
  export default messages;
}

declare module '*.json?later' {
  const messages: Readonly<Record<string, string | Partial<Record<Intl.LDMLPluralRule, string>>>>;
  export default messages;
}
