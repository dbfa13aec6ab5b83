// Knows the two sounds of a board, wood on wood and a piece taken, made on the spot; quiet unless the player wants them.
import { preferences } from '../app/preferences';

let context: AudioContext | undefined;

function knock(pitch: number, seconds: number, loudness: number): void {
  context ??= new AudioContext();
  const start = context.currentTime;
  const length = Math.ceil(context.sampleRate * seconds);
  const noise = context.createBuffer(1, length, context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let at = 0; at < length; at += 1) samples[at] = (Math.random() * 2 - 1) * Math.exp((-8 * at) / length);
  const source = new AudioBufferSourceNode(context, { buffer: noise });
  const body = new BiquadFilterNode(context, { type: 'bandpass', frequency: pitch, Q: 6 });
  const volume = new GainNode(context, { gain: loudness });
  source.connect(body).connect(volume).connect(context.destination);
  source.start(start);
}

export function playLanding(isCapture: boolean): void {
  if (!preferences.value.sound) return;
  try {
    knock(isCapture ? 420 : 900, isCapture ? 0.12 : 0.07, isCapture ? 1.4 : 0.9);
  } catch {
    // A browser that refuses to make a sound still shows the move.
  }
}
