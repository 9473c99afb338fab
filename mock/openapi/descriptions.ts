import type { EndpointName } from '../../src/contract/endpoints.ts';

/** What readers of the document learn of an operation beyond its summary. */
export const operationDescriptions: Readonly<Record<EndpointName, string>> = {
  'clips.generate':
    'Starts the work and responds with the batch at once; each clip is a project of its own. No operation reads a batch again: its clips are followed through the jobs of their projects, or by webhook events.',
  'projects.create': 'The new project has an empty timeline.',
  'jobs.list': 'Responds with every job of the project, finished ones included; poll it to follow long-running work.',
  'timeline.batchMove':
    'Items are independent of each other: one that cannot be moved is listed in `failed_items`, and the others are moved.',
  'timeline.batchTrim':
    'Items are independent of each other: one that cannot be trimmed is listed in `failed_items`, and the others are trimmed. The specification shows no field for how much is cut: `trim_start_seconds` and `trim_end_seconds` are the mock’s.',
  'timeline.at':
    'Responds with the items of all layers that are active at the given time; with none if nothing is there.',
  'timeline.updateMedia':
    'Changes the given properties and leaves all others as they are. The specification shows no field of the request: those described are the mock’s.',
  'timeline.updateColorGrade':
    'The specification shows no field of the request; any JSON object is accepted, even an empty one.',
  'timeline.updateZoom':
    'The specification shows no field of the request; any JSON object is accepted, even an empty one.',
  'captions.list': 'Each caption includes its words. `pagination.has_more` says whether another page follows.',
  'captions.words.list':
    'Lists words of all captions, or of those that the filters leave. `words` and `items` are the same list; `pagination.hasMore` says whether another page follows.',
  'captions.words.split': 'The new words replace the old one in its caption, and have identifiers of their own.',
  'captions.words.merge': 'The words become one word of their caption, whose identifier is `merged_word_id`.',
  'captions.words.retime': 'Sets the start and end of each given word, in seconds of the timeline.',
  'transcript.segments':
    'Divides what is said in the project into segments: at the ends of sentences or paragraphs, or by time.',
  'transcript.correct':
    'Replacements that match nothing are listed in `unmatched_phrase_replacements`. The specification shows no field of the request: `phrase_replacements` is the mock’s.',
  'audio.importFromLibrary':
    'The track is named by its library and its identifier there. `deduped` says that it had been imported before.',
  'audio.generateSound':
    'Starts a job and responds with its first state. Poll it at `status_url` or in the jobs of its project; cancel it at `cancel_url`. The finished file is at the `download_url` of the job.',
  'onboarding.importLogo': 'The service fetches the image from `logo_url`. `next_actions` are calls that it suggests.',
  'webhooks.register':
    'Events of the given types are then sent to the URL, each signed as described under the webhooks of this document. The specification does not show the response: its fields are the mock’s.',
};
