import { type ApiName, api } from '../http/api.ts';
import { callNames, type errorPoints, type httpPoints, type successPoints } from '../points/http.ts';
import {
  type Fields,
  type Model,
  modelNames,
  optionalFields,
  type presencePoints,
  visitObjects,
} from '../points/models.ts';
import { at } from '../points/values.ts';
import {
  type Change,
  type Changes,
  inObjects,
  isSuccess,
  maybeMissing,
  put,
  type Reply,
  type Table,
} from './change.ts';

// Cast: `Object.fromEntries` types the names as strings.
export const successChanges = Object.fromEntries([
  ...callNames.map((name) => [`success.${name}`, successStatus(name)]),
  ['success.jobs.poll', successStatus('jobs.retrieve')],
  ['success.jobs.cancel', successStatus('jobs.cancel')],
]) as Table<typeof successPoints>;

function successStatus(name: ApiName): Change {
  return (reply, answer) => {
    if (reply.name !== name || !isSuccess(reply)) return;
    reply.status = Number(answer);
    if (['204', '205'].includes(answer)) reply.body = undefined;
  };
}

// Cast: `Object.fromEntries` types the names as strings.
export const presenceChanges = Object.fromEntries(
  modelNames.map((model) => [`presence.${model}`, presence(model)]),
) as Table<typeof presencePoints>;

function presence(model: Model): Changes {
  return maybeMissing(
    inObjects(model, (fields, answer) => {
      for (const name of optionalFields(model)) put(fields, name, answer);
    }),
  );
}

/** Sets the status of errors with a code of the mock to the answer. */
function statusOf(code: string): Change {
  return (reply, answer) => {
    if (at(reply.body, 'error.code') === code) reply.status = Number(answer);
  };
}

export const errorChanges: Table<typeof errorPoints> = {
  'error.invalid': (reply, answer) => {
    if (at(reply.body, 'error.code') !== 'invalid_request') return;
    reply.status = Number.parseInt(answer, 10);
    if (answer === '200 and no success') reply.body = { success: false, ...Object(reply.body) };
    if (answer === '200 and fields without data')
      reply.body = { ...Object(reply.body), data: null, id: null, items: [] };
  },
  'error.notFound': statusOf('not_found'),
  'error.key': statusOf('unauthorized'),
  // Last, because the changes above select errors by their codes.
  'error.body': {
    'param empty': errorFields((error) => ({ ...error, param: '' })),
    'param null': errorFields((error) => ({ ...error, param: null, doc_url: null })),
    'param absent': errorFields(({ code, message }) => ({ code, message })),
    'code only': errorFields(({ code }) => ({ code })),
    'code empty': errorFields((error) => ({ ...error, code: '', doc_url: '' })),
    'message only': errorFields(({ message }) => ({ message })),
    'error as a string': errorFields(({ message }) => message),
    empty: whole(() => undefined),
    HTML: whole(({ status }) => `<html><body><h1>${status}</h1></body></html>`, 'text/html'),
    'problem+json': whole(
      ({ status, body }) => ({ title: at(body, 'error.message'), status }),
      'application/problem+json',
    ),
  },
};

function errorFields(change: (error: Fields) => unknown): Change {
  return whole(({ body }) => ({ error: change(Object(at(body, 'error'))) }));
}

function whole(change: (reply: Reply) => unknown, contentType = 'application/json'): Change {
  return (reply) => {
    if (reply.status < 400) return;
    reply.body = change(reply);
    reply.headers['content-type'] = contentType;
  };
}

export const httpChanges: Table<typeof httpPoints> = {
  'http.contentType': {
    'with charset': contentType('application/json; charset=UTF-8'),
    vendor: contentType('application/vnd.service.v1+json'),
    'text/plain': contentType('text/plain'),
  },
  'http.requestId': {
    absent: ({ headers }) => {
      delete headers['x-request-id'];
    },
  },
  'http.moreFields': {
    some: (reply) => {
      if (isSuccess(reply))
        visitObjects(api[reply.name].response, reply.body, (fields) =>
          Object.assign(fields, { an_unlisted_field: null }),
        );
    },
  },
  'values.timestamps': {
    'without fraction': inTimes((time) => time.replace(/\.\d+/, '')),
    'without zone': inTimes((time) => time.replace('Z', '')),
    basic: inTimes((time) => time.replace(/[-:]|\.\d+/g, '')),
    'offset and microseconds': inTimes((time) => {
      return new Date(Date.parse(time) + 7_200_000).toISOString().replace('Z', '000+02:00');
    }),
  },
};

function contentType(type: string): Change {
  return ({ headers }) => {
    if (headers['content-type'] === 'application/json') headers['content-type'] = type;
  };
}

function inTimes(change: (time: string) => string): Change {
  return (reply) => {
    if (reply.body === undefined) return;
    const times = /"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z"/g;
    reply.body = JSON.parse(JSON.stringify(reply.body).replace(times, (time) => `"${change(time.slice(1, -1))}"`));
  };
}
