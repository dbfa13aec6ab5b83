// Knows what the rest of the page takes from here: the rules in WebAssembly, typed.
// Does not know how it is done.
export type * from './types';
export { rulesFrom, type RulesSources } from './rules';
export type { ModuleSource } from './sources';
