// Knows how to name a browser and its system by what a browser says of itself; does not know what for.

/** The first that fits: most browsers also claim to be those further down. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** `Firefox, Windows`; of a program its own name; empty where it says nothing. */
export function browserName(agent: string): string {
  const found = [browsers, systems].flatMap((list) => list.find(([form]) => form.test(agent))?.[1] ?? []);
  return found.length > 0 ? found.join(', ') : (/^[\w .-]{1,40}/.exec(agent)?.[0].trim() ?? '');
}
