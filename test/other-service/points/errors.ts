import { point } from './point.ts';

const errors = 'errors';

export const errorPoints = {
  'error.body': point(errors, 'Which fields an error has, and what a gateway sends instead.', [
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
  'error.invalid': point(errors, 'The status of a request that is not valid.', [
    '400',
    '422',
    '460',
    '200',
    '200 and no success',
    '200 and fields without data',
  ]),
  'error.notFound': point(errors, 'The status of an identifier that is not known.', ['404', '410', '403', '400']),
  'error.key': point(errors, 'The status of an API key that is not valid.', ['401', '403']),
  'error.unavailable': point(errors, 'The status of a failure that passes.', [
    '500',
    '502',
    '503',
    '504',
    '408',
    '425',
    '520',
    '529',
  ]),
  'error.unavailableAfter': point(errors, 'Whether a failure that passes says when to try again.', [
    'absent',
    'seconds',
    'an hour',
  ]),
  'error.retryAfter': point(errors, 'How a 429 says when to try again.', [
    'seconds',
    'date',
    'date of a clock ahead',
    'date of a clock behind',
    'fraction',
    'past date',
    'unreadable',
    'absent',
    'an hour',
  ]),
};
