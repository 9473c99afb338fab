const sampleRate = 8000;
const hertz = 440;
const peak = 0.2 * 0x7fff;
const fadeSeconds = 0.02;
const headerBytes = 44;
const sampleBytes = 2;

/** Creates a quiet tone: mono, 16 bit, 8 kHz, exactly `seconds` long. */
export function toneWav(seconds: number): Uint8Array<ArrayBuffer> {
  const samples = Math.round(seconds * sampleRate);
  const file = new DataView(new ArrayBuffer(headerBytes + samples * sampleBytes));
  writeHeader(file);
  for (let index = 0; index < samples; index += 1) {
    file.setInt16(headerBytes + index * sampleBytes, amplitude(index / sampleRate, seconds), true);
  }
  return new Uint8Array(file.buffer);
}

/** Writes the WAV header (RIFF, PCM): http://soundfile.sapp.org/doc/WaveFormat/ */
function writeHeader(file: DataView): void {
  writeText(file, 0, 'RIFF');
  file.setUint32(4, file.byteLength - 8, true);
  writeText(file, 8, 'WAVEfmt ');
  file.setUint32(16, 16, true);
  const [pcm, channels] = [1, 1];
  file.setUint16(20, pcm, true);
  file.setUint16(22, channels, true);
  file.setUint32(24, sampleRate, true);
  file.setUint32(28, sampleRate * sampleBytes, true);
  file.setUint16(32, sampleBytes, true);
  file.setUint16(34, sampleBytes * 8, true);
  writeText(file, 36, 'data');
  file.setUint32(40, file.byteLength - headerBytes, true);
}

function writeText(file: DataView, offset: number, text: string): void {
  new TextEncoder().encode(text).forEach((byte, index) => {
    file.setUint8(offset + index, byte);
  });
}

function amplitude(time: number, seconds: number): number {
  // Fade in and out: a wave that starts or stops abruptly is audible as a click.
  const fade = Math.min(1, time / fadeSeconds, (seconds - time) / fadeSeconds);
  return peak * fade * Math.sin(2 * Math.PI * hertz * time);
}
