import type { MockSettings } from '../options.ts';
import { parseCaptionFile } from '../words/caption-file.ts';
import type { TimedCue } from '../words/cues.ts';
import { gettysburgAddress } from '../words/gettysburg-address.ts';

/** The transcript of a source video, or the reason why its transcription fails. */
type SourceTranscript = { readonly cues: readonly TimedCue[] } | { readonly failure: string };

export class SourceTranscripts {
  readonly #settings: Pick<MockSettings, 'transcripts' | 'unitsPerSecond'>;
  readonly #byUrl = new Map<string, SourceTranscript>();
  #default: SourceTranscript = { cues: [] };
  #loading: Promise<void> | undefined;

  constructor(settings: Pick<MockSettings, 'transcripts' | 'unitsPerSecond'>) {
    this.#settings = settings;
  }

  /**
   * Parses all transcripts once, before services need them: services are synchronous, but the parser is not.
   *
   * @throws ConfigurationError that names the URL and the line that cannot be parsed.
   */
  load(): Promise<void> {
    this.#loading ??= this.#parse();
    return this.#loading;
  }

  get(url: string): SourceTranscript {
    return this.#byUrl.get(url) ?? this.#default;
  }

  async #parse(): Promise<void> {
    const { transcripts, unitsPerSecond } = this.#settings;
    this.#default = { cues: await parseCaptionFile(gettysburgAddress, 'the built-in speech', unitsPerSecond) };
    for (const [url, transcript] of Object.entries(transcripts)) {
      const parsed =
        typeof transcript === 'string'
          ? { cues: await parseCaptionFile(transcript, `transcripts["${url}"]`, unitsPerSecond) }
          : transcript;
      this.#byUrl.set(url, parsed);
    }
  }
}
