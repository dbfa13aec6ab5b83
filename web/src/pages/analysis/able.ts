// Knows whether the computer looks at a position without being asked: where a second processor does it, and the player does not
// save data. Does not know what the player chose.

/** What a browser says of its device; not every one says all of it. */
export interface Device {
  readonly hardwareConcurrency?: number;
  readonly deviceMemory?: number; // GiB
  readonly connection?: { readonly saveData?: boolean };
}

export function isAble({ hardwareConcurrency = 1, deviceMemory = Infinity, connection }: Device): boolean {
  return hardwareConcurrency >= 2 && deviceMemory >= 1 && connection?.saveData !== true;
}
