// What `?first` of a file of messages is: vite.config.ts makes it.
declare module '*.json?first' {
  const messages: Readonly<Record<string, string | Partial<Record<Intl.LDMLPluralRule, string>>>>;
  export default messages;
}
