export function translations(): string[];
export function textsOf(language: string): Record<string, unknown>;
export function sumOf(text: unknown): string;
export function lookedAt(language: string): Record<string, string>;
export function staleIn(language: string, english?: Record<string, unknown>, seen?: Record<string, string>): string[];
