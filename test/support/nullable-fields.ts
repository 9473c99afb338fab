import type { ApiName } from '../../mock/http/api.ts';

/** The fields of a word's style that are null if the style does not set them. */
const unstyled = ['backgroundColor', 'textShadow', 'glowColor', 'textGradientFrom', 'textGradientTo', 'emojiName'];

/**
 * The paths at which each endpoint's response may have null. `[]` stands for any entry of a list. Null at another path
 * fails a test, because the mock should return every field that it can.
 */
export const nullableFields: { readonly [Name in ApiName]?: readonly string[] } = {
  'clips.generate': [
    'batch.activity',
    'batch.clips[].download_url',
    'batch.clips[].error_message',
    'batch.clips[].export_id',
    'batch.clips[].qa_summary',
    'batch.last_error_message',
    'batch.studio_sound.enhanced_asset_id',
    'batch.studio_sound.error_message',
    'batch.studio_sound.processing_run_id',
    'batch.studio_sound.version',
    'batch.zip_download_url',
  ],
  'projects.create': ['description'],
  'jobs.list': ['jobs[].completed_at', 'jobs[].download_url', 'jobs[].error', 'jobs[].export_id', 'jobs[].result'],
  'jobs.retrieve': ['completed_at', 'download_url', 'error', 'export_id', 'result'],
  'jobs.cancel': ['download_url', 'error', 'export_id', 'result'],
  'timeline.batchTrim': ['items[].error'],
  'timeline.at': ['items[].volume'],
  'timeline.updateMedia': ['animationApplied'],
  'captions.list': unstyled.map((field) => `captions[].words[].style.${field}`),
  'captions.words.list': ['hint', ...unstyled.flatMap((field) => [`words[].style.${field}`, `items[].style.${field}`])],
  'captions.words.split': ['merged_word_id'],
  'audio.importFromLibrary': ['asset.attribution_text', 'timeline_item_id'],
};

/** The paths at which an error body of any endpoint may have null. */
export const nullableErrorFields: readonly string[] = ['error.param'];
