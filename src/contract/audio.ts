import { optional } from './collections.ts';
import { flag, maybe, model, nonEmpty, number, type OpenEnum, openEnum, text, timestamp, url } from './model.ts';

/** A track from an external audio library, as stored by the service. */
export interface AudioAsset {
  id: string;
  name?: string | null;
  asset_type?: OpenEnum<'audio'> | null;
  /** The kind of audio. The specification names no values. */
  audio_type?: string | null;
  /** Seconds. */
  duration_seconds?: number | null;
  source_url?: string | null;
  license_code?: string | null;
  license_url?: string | null;
  /** The credit that the license requires. */
  attribution_text?: string | null;
}

/** The request to the external library. */
export interface ProviderRequest {
  provider: string;
  external_id: string;
  /** Whether the same request may succeed later. */
  retryable?: boolean | null;
  /** ISO 8601. */
  imported_at?: string | null;
}

/** The track to import from an audio library. */
export interface ImportAudioParams {
  /** The external audio library, at least one character. */
  provider: string;
  /** The track's identifier in that library, at least one character. */
  external_id: string;
  /** The project to place the track in, at least one character. Supported by the mock, not part of the specification. */
  project_id?: string | undefined;
}

/** The result of an audio import. */
export interface ImportAudioResult {
  asset: AudioAsset;
  /** Whether this call fetched the track from the library. */
  imported?: boolean | null;
  /** Whether the track had been imported before. */
  deduped?: boolean | null;
  /** The track's item on the timeline. */
  timeline_item_id?: string | null;
  /** The number that the service gave this change. */
  txid?: number | null;
  provider_request?: ProviderRequest | null;
}

/** The sound to generate. */
export interface GenerateSoundParams {
  /** A description of the sound, at least one character. */
  prompt: string;
  /** The project that the sound is for, at least one character. Supported by the mock, not part of the specification. */
  project_id?: string | undefined;
}

export const audioAsset = model<AudioAsset>({
  id: text,
  name: maybe(text),
  asset_type: maybe(openEnum(['audio'])),
  audio_type: maybe(text),
  duration_seconds: maybe(number),
  source_url: maybe(url),
  license_code: maybe(text),
  license_url: maybe(url),
  attribution_text: maybe(text),
});

export const providerRequest = model<ProviderRequest>({
  provider: text,
  external_id: text,
  retryable: maybe(flag),
  imported_at: maybe(timestamp),
});

export const importAudioParams = model<ImportAudioParams>({
  provider: nonEmpty,
  external_id: nonEmpty,
  project_id: optional(nonEmpty),
});

export const importAudioResult = model<ImportAudioResult>({
  asset: audioAsset,
  imported: maybe(flag),
  deduped: maybe(flag),
  timeline_item_id: maybe(text),
  txid: maybe(number),
  provider_request: maybe(providerRequest),
});

export const generateSoundParams = model<GenerateSoundParams>({ prompt: nonEmpty, project_id: optional(nonEmpty) });
