import { point } from './point.ts';

const errors = 'errors';

export const errorPoints = {
  'error.body': point(errors, 'The fields of an error, or what a gateway sends instead.', [
    'all fields',
    'param empty',
    'param null',
    'param absent',
    'code only',
    'code empty',
    'message only',
    'error as a string',
    'problem+json',
    'HTML',
    'empty',
  ]),
  'error.invalid': point(errors, 'The status of the response to an invalid request.', [
    '400',
    '422',
    '460',
    '200',
    '200 and no success',
    '200 and fields without data',
  ]),
  'error.notFound': point(errors, 'The status of the response to an unknown identifier.', ['404', '410', '403', '400']),
  'error.key': point(errors, 'The status of the response to an invalid API key.', ['401', '403']),
  'error.unavailable': point(errors, 'The status of a temporary failure.', [
    '500',
    '502',
    '503',
    '504',
    '408',
    '425',
    '520',
    '529',
  ]),
  'error.unavailableAfter': point(errors, 'The Retry-After of a temporary failure.', ['absent', 'seconds', 'an hour']),
  'error.retryAfter': point(errors, 'The form of Retry-After in a 429.', [
    'seconds',
    'date',
    'date of a fast clock',
    'date of a slow clock',
    'fraction',
    'past date',
    'unreadable',
    'absent',
    'an hour',
  ]),
};
