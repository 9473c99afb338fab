import type { ApiName } from './table.ts';

const created = 201;
const accepted = 202;
const ok = 200;

/** The status of each endpoint's success. An assumption: the specification names none. */
export const successStatus: Readonly<Record<ApiName, number>> = {
  'clips.generate': accepted,
  'projects.create': created,
  'jobs.list': ok,
  'jobs.retrieve': ok,
  'jobs.cancel': ok,
  'timeline.batchMove': ok,
  'timeline.batchTrim': ok,
  'timeline.at': ok,
  'timeline.updateMedia': ok,
  'timeline.updateColorGrade': ok,
  'timeline.updateZoom': ok,
  'captions.list': ok,
  'captions.words.list': ok,
  'captions.words.split': ok,
  'captions.words.merge': ok,
  'captions.words.retime': ok,
  'transcript.segments': ok,
  'transcript.correct': ok,
  'audio.importFromLibrary': ok,
  'audio.generateSound': accepted,
  'onboarding.importLogo': ok,
  'webhooks.register': created,
};
