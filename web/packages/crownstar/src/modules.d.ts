// What `messages.ts?board` is: all that a board says in the language of that folder. vite.config.ts makes it.
declare module '*/messages.ts?board' {
  const messages: Readonly<Record<string, string | Partial<Record<Intl.LDMLPluralRule, string>>>>;
  export default messages;
}

// The nets that the engine judges with, by the games' names: files beside the code.
declare module 'crownstar:networks' {
  export const networks: Readonly<Record<string, URL>>;
}
