// This file is only compiled, never run. The compiler reports a `@ts-expect-error` that is not needed.
import type { Clipwright } from 'clipwright';
import type { EndpointInput, EndpointName } from '../../src/contract/endpoints.ts';
import type { Shape } from '../../src/contract/model.ts';

const uuid = '9f3b0a52-6a4e-4c6e-9f53-0f4e3f0a1b2c';
const extra = { deep: [1] };

/**
 * Requests of every endpoint with a query or a body. The first requests of an endpoint set its optional fields to
 * undefined, and have unknown fields if the specification shows no fields. The other requests have an unknown field,
 * then a field of a wrong type, and then lack a required field.
 */
export const requests: { readonly [Name in WithFields]: (client: Clipwright) => readonly PromiseLike<unknown>[] } = {
  'clips.generate': ({ clips }) => [
    clips.generate({
      source: { video_site_url: undefined, source_type: undefined, quality: undefined },
      selection: { selection_mode: undefined },
      target: { aspect_ratio: undefined, min_duration_seconds: undefined, max_duration_seconds: undefined },
      layout: { layout_mode: undefined, content_type_hint: undefined },
      captions: { enabled: undefined },
      qa: { qa_mode: undefined },
      export: { auto_export: undefined },
    }),
    clips.generate({
      source: {},
      project_name: undefined,
      selection: undefined,
      target: undefined,
      layout: undefined,
      captions: undefined,
      qa: undefined,
      export: undefined,
    }),
    // @ts-expect-error: an unknown field is not accepted.
    clips.generate({ source: {}, exports: { auto_export: true } }),
    // @ts-expect-error: an unknown field is not accepted.
    clips.generate({ source: { url: 'https://video.example/1' } }),
    // @ts-expect-error: an unknown field is not accepted.
    clips.generate({ source: {}, selection: { selection_mode: 'auto_best', mode: 'auto_best' } }),
    // @ts-expect-error: an unknown field is not accepted.
    clips.generate({ source: {}, target: { min_duration_secs: 20 } }),
    // @ts-expect-error: an unknown field is not accepted.
    clips.generate({ source: {}, layout: { layoutMode: 'auto' } }),
    // @ts-expect-error: an unknown field is not accepted.
    clips.generate({ source: {}, captions: { enable: true } }),
    // @ts-expect-error: an unknown field is not accepted.
    clips.generate({ source: {}, qa: { mode: 'permissive' } }),
    // @ts-expect-error: an unknown field is not accepted.
    clips.generate({ source: {}, export: { autoExport: true } }),
    // @ts-expect-error: a field has a wrong type.
    clips.generate({ source: {}, project_name: 1 }),
    // @ts-expect-error: a field of a nested object has a wrong type.
    clips.generate({ source: { video_site_url: new URL('https://video.example/1') } }),
    // @ts-expect-error: a list is not an object with fields.
    clips.generate({ source: {}, selection: ['auto_best'] }),
    // @ts-expect-error: a field of a nested object has a wrong type.
    clips.generate({ source: {}, target: { min_duration_seconds: '20' } }),
    // @ts-expect-error: a field of a nested object has a wrong type.
    clips.generate({ source: {}, layout: { layout_mode: true } }),
    // @ts-expect-error: a field of a nested object has a wrong type.
    clips.generate({ source: {}, captions: { enabled: 'yes' } }),
    // @ts-expect-error: a field of a nested object has a wrong type.
    clips.generate({ source: {}, qa: { qa_mode: 1 } }),
    // @ts-expect-error: a field of a nested object has a wrong type.
    clips.generate({ source: {}, export: { auto_export: 'yes' } }),
    // @ts-expect-error: a required field is missing.
    clips.generate({ project_name: 'Talk' }),
  ],
  'projects.create': ({ projects }) => [
    projects.create({ name: 'Talk', description: undefined }),
    // @ts-expect-error: an unknown field is not accepted.
    projects.create({ name: 'Talk', descripton: 'About the war' }),
    // @ts-expect-error: a field has a wrong type.
    projects.create({ name: 1 }),
    // @ts-expect-error: a required field is missing, because names are case-sensitive.
    projects.create({ Name: 'Talk' }),
    // @ts-expect-error: a required field cannot be undefined.
    projects.create({ name: undefined }),
  ],
  'timeline.batchMove': ({ timeline }) => [
    timeline.batchMove('p1', { items: [{ timeline_item_id: 't1', new_start_seconds: 1 }] }),
    // @ts-expect-error: an unknown field is not accepted.
    timeline.batchMove('p1', { items: [], moves: [] }),
    // @ts-expect-error: an unknown field is not accepted.
    timeline.batchMove('p1', { items: [{ timeline_item_id: 't1', new_start_seconds: 1, start: 1 }] }),
    // @ts-expect-error: a field has a wrong type.
    timeline.batchMove('p1', { items: [{ timeline_item_id: 't1', new_start_seconds: '1' }] }),
    // @ts-expect-error: a required field is missing.
    timeline.batchMove('p1', { items: [{ timeline_item_id: 't1', newStartSeconds: 1 }] }),
    // @ts-expect-error: a required field is missing.
    timeline.batchMove('p1', { moves: [] }),
  ],
  'timeline.batchTrim': ({ timeline }) => [
    timeline.batchTrim('p1', {
      items: [{ timeline_item_id: 't1', trim_start_seconds: undefined, trim_end_seconds: undefined, extra }],
    }),
    // @ts-expect-error: an unknown field is not accepted.
    timeline.batchTrim('p1', { items: [], trims: [] }),
    // @ts-expect-error: a field has a wrong type.
    timeline.batchTrim('p1', { items: [{ timeline_item_id: 't1', trim_end_seconds: '1' }] }),
    // @ts-expect-error: a required field is missing.
    timeline.batchTrim('p1', { items: [{ timelineItemId: 't1' }] }),
    // @ts-expect-error: a required field is missing.
    timeline.batchTrim('p1', {}),
  ],
  'timeline.at': ({ timeline }) => [
    timeline.at('p1', { time_seconds: 1 }),
    // @ts-expect-error: an unknown field is not accepted.
    timeline.at('p1', { time_seconds: 1, time: 1 }),
    // @ts-expect-error: a field has a wrong type.
    timeline.at('p1', { time_seconds: '1' }),
    // @ts-expect-error: a required field is missing.
    timeline.at('p1', { timeSeconds: 1 }),
  ],
  'timeline.updateMedia': ({ timeline }) => [
    timeline.updateMedia('p1', 't1', {
      positionX: undefined,
      positionY: undefined,
      widthPx: undefined,
      heightPx: undefined,
      opacity: undefined,
      volume: undefined,
      keepAspectRatio: undefined,
      blurredBackground: undefined,
      animation: { name: undefined, keyframes: undefined, extra },
      extra,
    }),
    timeline.updateMedia('p1', 't1', { animation: undefined }),
    // @ts-expect-error: a field has a wrong type.
    timeline.updateMedia('p1', 't1', { opacity: '0.5' }),
    // @ts-expect-error: a field has a wrong type.
    timeline.updateMedia('p1', 't1', { animation: { keyframes: {} } }),
    // @ts-expect-error: the body is missing.
    timeline.updateMedia('p1', 't1'),
  ],
  'timeline.updateColorGrade': ({ timeline }) => [
    timeline.updateColorGrade('p1', 't1', { contrast: 1.2, extra }),
    // @ts-expect-error: a list is not an object with fields.
    timeline.updateColorGrade('p1', 't1', [1.2]),
    // @ts-expect-error: the body is missing.
    timeline.updateColorGrade('p1', 't1'),
  ],
  'timeline.updateZoom': ({ timeline }) => [
    timeline.updateZoom('p1', 't1', { scale: 2, extra }),
    // @ts-expect-error: a promise that was not awaited has no fields.
    timeline.updateZoom('p1', 't1', Promise.resolve({ scale: 2 })),
    // @ts-expect-error: the body is missing.
    timeline.updateZoom('p1', 't1'),
  ],
  'captions.list': ({ captions }) => [
    captions.list('p1', { limit: undefined, offset: undefined }),
    captions.list('p1'),
    // @ts-expect-error: an unknown field is not accepted.
    captions.list('p1', { limits: 10 }),
    // @ts-expect-error: a field has a wrong type.
    captions.list('p1', { limit: '10' }),
  ],
  'captions.words.list': ({ captions }) => [
    captions.words.list('p1', {
      timeline_item_id: undefined,
      match_text: undefined,
      limit: undefined,
      offset: undefined,
    }),
    captions.words.list('p1'),
    // @ts-expect-error: an unknown field is not accepted.
    captions.words.list('p1', { match: 'nation' }),
    // @ts-expect-error: a field has a wrong type.
    captions.words.list('p1', { match_text: /nation/ }),
  ],
  'captions.words.split': ({ captions }) => [
    captions.words.split('p1', { word_id: 'w1', words: ['a', 'b'] }),
    // @ts-expect-error: an unknown field is not accepted.
    captions.words.split('p1', { word_id: 'w1', words: ['a', 'b'], word: 'a' }),
    // @ts-expect-error: a field has a wrong type.
    captions.words.split('p1', { word_id: 'w1', words: 'a b' }),
    // @ts-expect-error: a required field is missing.
    captions.words.split('p1', { wordId: 'w1', words: ['a', 'b'] }),
  ],
  'captions.words.merge': ({ captions }) => [
    captions.words.merge('p1', { word_ids: ['a', 'b'] }),
    // @ts-expect-error: an unknown field is not accepted.
    captions.words.merge('p1', { word_ids: ['a', 'b'], wordIds: [] }),
    // @ts-expect-error: a field has a wrong type.
    captions.words.merge('p1', { word_ids: [1, 2] }),
    // @ts-expect-error: a required field is missing.
    captions.words.merge('p1', { words: ['a', 'b'] }),
  ],
  'captions.words.retime': ({ captions }) => [
    captions.words.retime('p1', { updates: [{ word_id: 'w1', start_seconds: 0, end_seconds: 1 }] }),
    // @ts-expect-error: an unknown field is not accepted.
    captions.words.retime('p1', { updates: [], update: [] }),
    // @ts-expect-error: an unknown field is not accepted.
    captions.words.retime('p1', { updates: [{ word_id: 'w1', start_seconds: 0, end_seconds: 1, endSeconds: 1 }] }),
    // @ts-expect-error: a field has a wrong type.
    captions.words.retime('p1', { updates: [{ word_id: 'w1', start_seconds: 0, end_seconds: '1' }] }),
    // @ts-expect-error: a required field is missing.
    captions.words.retime('p1', { updates: [{ word_id: 'w1', startSeconds: 0, endSeconds: 1 }] }),
    // @ts-expect-error: a required field is missing.
    captions.words.retime('p1', { word_id: 'w1', start_seconds: 0, end_seconds: 1 }),
  ],
  'transcript.segments': ({ transcript }) => [
    transcript.segments('p1', { chunk_strategy: undefined, max_chunk_seconds: undefined }),
    transcript.segments('p1'),
    // @ts-expect-error: an unknown field is not accepted.
    transcript.segments('p1', { chunkStrategy: 'sentence' }),
    // @ts-expect-error: the enumeration does not list this value.
    transcript.segments('p1', { chunk_strategy: 'chapter' }),
    // @ts-expect-error: a field has a wrong type.
    transcript.segments('p1', { max_chunk_seconds: '20' }),
  ],
  'transcript.correct': ({ transcript }) => [
    transcript.correct('p1', {
      phrase_replacements: [{ from_words: ['a'], to_words: ['b'], match_case: undefined, extra }],
      extra,
    }),
    transcript.correct('p1', { phrase_replacements: undefined }),
    // @ts-expect-error: a field has a wrong type.
    transcript.correct('p1', { phrase_replacements: [{ from_words: 'a', to_words: ['b'] }] }),
    // @ts-expect-error: a required field is missing.
    transcript.correct('p1', { phrase_replacements: [{ from_words: ['a'] }] }),
  ],
  'audio.importFromLibrary': ({ audio }) => [
    audio.importFromLibrary({ provider: 'library', external_id: 'track-1', project_id: undefined }),
    // @ts-expect-error: an unknown field is not accepted.
    audio.importFromLibrary({ provider: 'library', external_id: 'track-1', projectId: 'p1' }),
    // @ts-expect-error: a field has a wrong type.
    audio.importFromLibrary({ provider: 'library', external_id: 1 }),
    // @ts-expect-error: a required field is missing.
    audio.importFromLibrary({ provider: 'library', externalId: 'track-1' }),
  ],
  'audio.generateSound': ({ audio }) => [
    audio.generateSound({ prompt: 'Rain', project_id: undefined }),
    // @ts-expect-error: an unknown field is not accepted.
    audio.generateSound({ prompt: 'Rain', promt: 'Rain' }),
    // @ts-expect-error: a field has a wrong type.
    audio.generateSound({ prompt: 'Rain', project_id: 1 }),
    // @ts-expect-error: a required field is missing.
    audio.generateSound({ text: 'Rain' }),
  ],
  'onboarding.importLogo': ({ onboarding }) => [
    onboarding.importLogo({ profile_id: uuid, logo_url: 'https://logo.example/', replace_existing: undefined }),
    // @ts-expect-error: an unknown field is not accepted.
    onboarding.importLogo({ profile_id: uuid, logo_url: 'https://logo.example/', replace: true }),
    // @ts-expect-error: a field has a wrong type.
    onboarding.importLogo({ profile_id: uuid, logo_url: 'https://logo.example/', replace_existing: 'yes' }),
    // @ts-expect-error: a required field is missing.
    onboarding.importLogo({ profile_id: uuid, logoUrl: 'https://logo.example/' }),
  ],
  'webhooks.register': ({ webhooks }) => [
    webhooks.register({ url: 'https://app.example/', events: ['export.ready', 'newer.event'] }),
    // @ts-expect-error: an unknown field is not accepted.
    webhooks.register({ url: 'https://app.example/', events: [], secrets: [] }),
    // @ts-expect-error: a field has a wrong type.
    webhooks.register({ url: 'https://app.example/', events: 'export.ready' }),
    // @ts-expect-error: a required field is missing.
    webhooks.register({ url: 'https://app.example/' }),
  ],
};

/** An interface of an application, with an extra field. */
interface Order {
  readonly name: string;
  readonly orderId: number;
}

interface Cut {
  readonly timeline_item_id: string;
  readonly new_start_seconds: number;
  readonly reason: string;
}

/** Calls with an application's own objects, which have extra fields. */
export function further(client: Clipwright, order: Order, cuts: readonly Cut[]): readonly PromiseLike<unknown>[] {
  const { projects, timeline, jobs, captions } = client;
  return [
    projects.create(order),
    timeline.batchMove('p1', { items: cuts }),
    projects.create(
      { name: 'Talk' },
      { extraBody: order, extraQuery: { dry_run: true, tag: ['a', 1, null, undefined] } },
    ),
    timeline.updateZoom('p1', 't1', { scale: 2 }, { extraBody: { deep: [{ any: extra }] }, extraQuery: undefined }),
    // @ts-expect-error: an identifier is a string.
    jobs.list(1),
    // @ts-expect-error: the identifier is missing.
    jobs.list(),
    jobs.list('p1', { extraQuery: { status: 'running' } }),
    captions.list('p1', {}, { extraQuery: { sort: 'start' } }),
    // @ts-expect-error: extra fields do not replace required fields.
    projects.create({}, { extraBody: { name: 'Talk' } }),
    // @ts-expect-error: extraBody must be an object.
    projects.create({ name: 'Talk' }, { extraBody: 'name' }),
    // @ts-expect-error: a query parameter cannot be an object.
    jobs.list('p1', { extraQuery: { extra } }),
    // @ts-expect-error: a GET has no body.
    jobs.list('p1', { extraBody: extra }),
    // @ts-expect-error: a GET has no body.
    captions.list('p1', {}, { extraBody: extra }),
    // @ts-expect-error: a call to a path or URL does not accept extra fields.
    client.request('POST', '/usage', { extraBody: extra }),
    // @ts-expect-error: a call to a path or URL does not accept extra fields.
    client.request('GET', '/usage', { extraQuery: { month: '2026-01' } }),
    // @ts-expect-error: a call to a path or URL does not accept extra fields.
    client.follow({ method: 'POST', path: '/usage' }, { extraBody: extra }),
    // @ts-expect-error: a call to a path or URL does not accept extra fields.
    jobs.cancel('/jobs/1', { extraBody: extra }),
    // @ts-expect-error: a call to a path or URL does not accept extra fields.
    jobs.retrieve('/jobs/1', { extraQuery: { full: true } }),
  ];
}

/** All objects that accept any field, because the specification does not show their fields. */
export const open: Record<{ [Name in EndpointName]: Open<Request<Name>, Name> }[EndpointName], true> = {
  'timeline.batchTrim.items[]': true,
  'timeline.updateMedia': true,
  'timeline.updateMedia.animation': true,
  'timeline.updateColorGrade': true,
  'timeline.updateZoom': true,
  'transcript.correct': true,
  'transcript.correct.phrase_replacements[]': true,
};

// An optional field that does not accept undefined causes a compile error that names the field.
export const refusing: Record<{ [Name in EndpointName]: Refusing<Request<Name>, Name> }[EndpointName], never> = {};

// A list field that does not accept a readonly array causes a compile error that names the field.
export const notReadonly: Record<{ [Name in EndpointName]: Mutable<Request<Name>, Name> }[EndpointName], never> = {};

/** The query or body of an endpoint. */
type Request<Name extends EndpointName> = EndpointInput<Name>['query' | 'body'];

type WithFields = { [Name in EndpointName]: Request<Name> extends undefined ? never : Name }[EndpointName];

type Open<T, Path extends string> = T extends readonly (infer Item)[]
  ? Open<Item, `${Path}[]`>
  : T extends object
    ? (string extends keyof T ? Path : never) | { [K in Named<T>]: Open<T[K], `${Path}.${K}`> }[Named<T>]
    : never;

type Refusing<T, Path extends string> = T extends string
  ? never
  : T extends readonly (infer Item)[]
    ? Refusing<Item, `${Path}[]`>
    : T extends object
      ? { [K in Named<T>]: RefusingUndefined<T, K, `${Path}.${K}`> | Refusing<T[K], `${Path}.${K}`> }[Named<T>]
      : never;

type Mutable<T, Path extends string> = T extends readonly (infer Item)[]
  ? (T extends unknown[] ? `${Path}[]` : never) | Mutable<Item, `${Path}[]`>
  : T extends object
    ? { [K in Named<T>]: Mutable<T[K], `${Path}.${K}`> }[Named<T>]
    : never;

type RefusingUndefined<T, K extends keyof T, Path> =
  Record<never, never> extends Pick<T, K> ? ({ [P in K]: undefined } extends Pick<T, K> ? never : Path) : never;

/** The named keys of an object, without its index signature. */
type Named<T> = keyof Shape<T> & keyof T & string;
