import { unknown } from 'zod/mini';
import { array, optional } from './collections.ts';
import {
  flag,
  maybe,
  model,
  nonEmpty,
  nonEmptyUrl,
  number,
  type OpenEnum,
  openEnum,
  requestEnum,
  text,
  url,
} from './model.ts';
import type { AspectRatio } from './project.ts';

/** One clip of a batch, with its own project and, after an export, a file. */
export interface Clip {
  clip_id: string;
  /** The project that holds the clip's timeline. */
  project_id: string;
  status: string;
  suggestion_id?: string | null;
  /** The export that renders the clip, if one was requested. */
  export_id?: string | null;
  title?: string | null;
  /** The finished file. Fetch it without the API key. */
  download_url?: string | null;
  error_message?: string | null;
  /** The result of the quality check, for people to read. */
  qa_summary?: string | null;
  /** Still images for the quality check. Fetch them without the API key. */
  qa_preview_urls?: string[] | null;
}

/** Whether and how the source's sound is enhanced. */
export interface StudioSound {
  /** The specification names only `disabled`. */
  status: OpenEnum<'disabled'>;
  requested?: boolean | null;
  source_asset_id?: string | null;
  enhanced_asset_id?: string | null;
  version?: string | null;
  processing_run_id?: string | null;
  error_message?: string | null;
}

/** The clips made from one source video. */
export interface ClipBatch {
  batch_id: string;
  status: string;
  clips: Clip[];
  asset_id?: string | null;
  project_folder_id?: string | null;
  estimated_clip_count?: number | null;
  total_clip_count?: number | null;
  rendered_count?: number | null;
  failed_count?: number | null;
  review_count?: number | null;
  /** Any value: the specification does not show it. */
  activity?: unknown;
  /** An archive of all clips. Fetch it without the API key. */
  zip_download_url?: string | null;
  last_error_message?: string | null;
  studio_sound?: StudioSound | null;
}

/** Where the long video comes from. No endpoint takes an upload: put the file on a video-sharing site first. */
export interface ClipSource {
  /** The kind of source, at least one character. The specification only mentions URLs of video-sharing sites. */
  source_type?: string | undefined;
  /** The URL of a video on a video-sharing site, at least one character. */
  video_site_url?: string | undefined;
  /** A resolution label, at least one character. */
  quality?: OpenEnum<'2160p'> | undefined;
}

/** Which parts of the source become clips. */
export interface ClipSelection {
  /** How the parts are selected, at least one character. */
  selection_mode?: OpenEnum<'auto_best'> | undefined;
}

/** The shape and length of each clip. */
export interface ClipTarget {
  /** The ratio of width to height, at least one character. */
  aspect_ratio?: AspectRatio | undefined;
  /** Seconds. */
  min_duration_seconds?: number | undefined;
  /** Seconds. */
  max_duration_seconds?: number | undefined;
}

/** How a clip's picture is arranged. */
export interface ClipLayout {
  /** The layout, at least one character. */
  layout_mode?: OpenEnum<'auto'> | undefined;
  /** The kind of content, at least one character. */
  content_type_hint?: OpenEnum<'podcast'> | undefined;
}

/** Whether clips have captions. */
export interface ClipCaptions {
  enabled?: boolean | undefined;
}

/** The settings of the quality check. */
export interface ClipQa {
  /** How strict the quality check is, at least one character. */
  qa_mode?: OpenEnum<'permissive'> | undefined;
}

/** Whether clips are exported automatically. */
export interface ClipExport {
  auto_export?: boolean | undefined;
}

/** The video to make clips from, and the settings of the clips. */
export interface GenerateClipsParams {
  /** The long video. Required here, although the specification does not say which fields are required. */
  source: ClipSource;
  /** The project's name, at least one character. */
  project_name?: string | undefined;
  selection?: ClipSelection | undefined;
  target?: ClipTarget | undefined;
  layout?: ClipLayout | undefined;
  captions?: ClipCaptions | undefined;
  qa?: ClipQa | undefined;
  export?: ClipExport | undefined;
}

/** The result of starting clip generation. */
export interface GenerateClipsResult {
  batch: ClipBatch;
}

export const clip = model<Clip>({
  clip_id: text,
  project_id: text,
  status: text,
  suggestion_id: maybe(text),
  export_id: maybe(text),
  title: maybe(text),
  download_url: maybe(url),
  error_message: maybe(text),
  qa_summary: maybe(text),
  qa_preview_urls: maybe(array(url)),
});

export const studioSound = model<StudioSound>({
  status: openEnum(['disabled']),
  requested: maybe(flag),
  source_asset_id: maybe(text),
  enhanced_asset_id: maybe(text),
  version: maybe(text),
  processing_run_id: maybe(text),
  error_message: maybe(text),
});

export const clipBatch = model<ClipBatch>({
  batch_id: text,
  status: text,
  clips: array(clip),
  asset_id: maybe(text),
  project_folder_id: maybe(text),
  estimated_clip_count: maybe(number),
  total_clip_count: maybe(number),
  rendered_count: maybe(number),
  failed_count: maybe(number),
  review_count: maybe(number),
  activity: optional(unknown()),
  zip_download_url: maybe(url),
  last_error_message: maybe(text),
  studio_sound: maybe(studioSound),
});

export const clipSource = model<ClipSource>({
  source_type: optional(nonEmpty),
  video_site_url: optional(nonEmptyUrl),
  quality: optional(requestEnum(['2160p'])),
});

export const clipSelection = model<ClipSelection>({ selection_mode: optional(requestEnum(['auto_best'])) });

export const clipTarget = model<ClipTarget>({
  aspect_ratio: optional(requestEnum(['9:16'])),
  min_duration_seconds: optional(number),
  max_duration_seconds: optional(number),
});

export const clipLayout = model<ClipLayout>({
  layout_mode: optional(requestEnum(['auto'])),
  content_type_hint: optional(requestEnum(['podcast'])),
});

export const clipCaptions = model<ClipCaptions>({ enabled: optional(flag) });

export const clipQa = model<ClipQa>({ qa_mode: optional(requestEnum(['permissive'])) });

export const clipExport = model<ClipExport>({ auto_export: optional(flag) });

export const generateClipsParams = model<GenerateClipsParams>({
  source: clipSource,
  project_name: optional(nonEmpty),
  selection: optional(clipSelection),
  target: optional(clipTarget),
  layout: optional(clipLayout),
  captions: optional(clipCaptions),
  qa: optional(clipQa),
  export: optional(clipExport),
});

export const generateClipsResult = model<GenerateClipsResult>({ batch: clipBatch });
