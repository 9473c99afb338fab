// This file is only compiled. It checks that types of fields that accept any string also list the known values.
import type {
  AudioAsset,
  BatchFailure,
  ClipLayout,
  ClipQa,
  ClipSelection,
  ClipSource,
  ClipTarget,
  EventType,
  JobStart,
  KnownEventType,
  Problem,
  Project,
  RegisterWebhookParams,
  StudioSound,
  UpdateEffectResult,
  WordStyle,
} from 'clipwright';

interface OpenFields {
  quality: ClipSource['quality'];
  selectionMode: ClipSelection['selection_mode'];
  aspectRatio: ClipTarget['aspect_ratio'];
  layoutMode: ClipLayout['layout_mode'];
  contentTypeHint: ClipLayout['content_type_hint'];
  qaMode: ClipQa['qa_mode'];
  events: RegisterWebhookParams['events'][number];
  eventType: EventType;
  assetType: AudioAsset['asset_type'];
  studioSound: StudioSound['status'];
  projectRatio: Project['aspect_ratio'];
  jobStatus: JobStart['status'];
  itemErrorCode: BatchFailure['error_code'];
  effectType: UpdateEffectResult['effect_type'];
  animation: WordStyle['activeAnimation'];
  fontStyle: WordStyle['fontStyle'];
  textTransform: WordStyle['textTransform'];
  emojiScale: WordStyle['emojiScale'];
  errorCode: Problem['code'];
}

export const known: { [Field in keyof OpenFields]: Known<OpenFields[Field]> } = {
  quality: '2160p',
  selectionMode: 'auto_best',
  aspectRatio: '9:16',
  layoutMode: 'auto',
  contentTypeHint: 'podcast',
  qaMode: 'permissive',
  events: 'export.ready',
  eventType: 'export.ready',
  assetType: 'audio',
  studioSound: 'disabled',
  projectRatio: '9:16',
  jobStatus: 'queued',
  itemErrorCode: 'validation_error',
  effectType: 'zoom',
  animation: 'none',
  fontStyle: 'normal',
  textTransform: 'none',
  emojiScale: '1',
  errorCode: 'invalid_request',
};

export function everyEvent(type: KnownEventType): Known<RegisterWebhookParams['events'][number]> {
  return type;
}

// A field that does not accept every string causes a compile error that names the field.
export const closed: Record<ClosedFields, never> = {};

type ClosedFields = {
  [Field in keyof OpenFields]: string extends OpenFields[Field] ? never : Field;
}[keyof OpenFields];

/** The string literals in a union type. */
type Known<T> = T extends string ? (string extends T ? never : T) : never;
