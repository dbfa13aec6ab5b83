// Knows how the sounds of a board are made on the spot, a landing and a piece taken, in several sets. Does not know when they
// are heard: landing_sound.ts.
import type { Sounds } from '../app/preferences/preferences';

let context: AudioContext | undefined;

interface Knock {
  readonly pitch: number;
  readonly seconds: number;
  readonly loudness: number;
}

interface Set {
  readonly landing: Knock;
  readonly capture: Knock;
  readonly body: BiquadFilterType;
  readonly ring: number; // how much of it is a tone, as of glass
}

const sets: Readonly<Record<Exclude<Sounds, 'none'>, Set>> = {
  wood: { landing: { pitch: 900, seconds: 0.07, loudness: 0.9 }, capture: { pitch: 420, seconds: 0.12, loudness: 1.4 }, body: 'bandpass', ring: 0 },
  marble: { landing: { pitch: 2600, seconds: 0.11, loudness: 0.5 }, capture: { pitch: 1700, seconds: 0.16, loudness: 0.7 }, body: 'bandpass', ring: 0.25 },
  soft: { landing: { pitch: 320, seconds: 0.09, loudness: 0.5 }, capture: { pitch: 220, seconds: 0.14, loudness: 0.7 }, body: 'lowpass', ring: 0 },
};

function play({ body, ring }: Set, { pitch, seconds, loudness }: Knock): void {
  context ??= new AudioContext();
  const start = context.currentTime;
  const length = Math.ceil(context.sampleRate * seconds);
  const noise = context.createBuffer(1, length, context.sampleRate);
  const samples = noise.getChannelData(0);
  const turn = (2 * Math.PI * pitch) / context.sampleRate;
  for (let at = 0; at < length; at += 1) {
    samples[at] = ((1 - ring) * (Math.random() * 2 - 1) + ring * Math.sin(turn * at)) * Math.exp((-8 * at) / length);
  }
  const source = new AudioBufferSourceNode(context, { buffer: noise });
  const filter = new BiquadFilterNode(context, { type: body, frequency: pitch, Q: body === 'lowpass' ? 1 : 6 });
  const volume = new GainNode(context, { gain: loudness });
  source.connect(filter).connect(volume).connect(context.destination);
  source.start(start);
}

export function makeSound(sounds: Exclude<Sounds, 'none'>, isCapture: boolean): void {
  play(sets[sounds], isCapture ? sets[sounds].capture : sets[sounds].landing);
}
