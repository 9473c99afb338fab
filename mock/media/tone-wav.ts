import { WaveFile } from 'wavefile';

const sampleRate = 8000;
const hertz = 440;
const peak = 0.2 * 0x7fff;
const fadeSeconds = 0.02;

/** A quiet tone: mono, 16 bit, 8 kHz, exactly `seconds` long. */
export function toneWav(seconds: number): Uint8Array<ArrayBuffer> {
  const samples = Int16Array.from({ length: Math.round(seconds * sampleRate) }, (_, index) =>
    amplitude(index / sampleRate, seconds),
  );
  const wave = new WaveFile();
  wave.fromScratch(1, sampleRate, '16', samples);
  return Uint8Array.from(wave.toBuffer());
}

function amplitude(time: number, seconds: number): number {
  // Faded at both ends: a wave that starts or stops abruptly is heard as a click.
  const fade = Math.min(1, time / fadeSeconds, (seconds - time) / fadeSeconds);
  return peak * fade * Math.sin(2 * Math.PI * hertz * time);
}
