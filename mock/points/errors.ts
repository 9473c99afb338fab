import { point } from './point.ts';

export const errorPoints = {
  'error.body': point(
    'The fields of an error, or what a gateway sends instead.',
    'all fields | param empty | param null | param absent | code only | code empty | message only',
    'error as a string | problem+json | HTML | empty',
  ),
  'error.invalid': point(
    'The status of the response to an invalid request.',
    '400 | 422 | 460 | 200 | 200 and no success | 200 and fields without data',
  ),
  'error.notFound': point('The status of the response to an unknown identifier.', '404 | 410 | 403 | 400'),
  'error.key': point('The status of the response to an invalid API key.', '401 | 403'),
  'error.unavailable': point('The status of a temporary failure.', '500 | 502 | 503 | 504 | 408 | 425 | 520 | 529'),
  'error.unavailableAfter': point('The Retry-After of a temporary failure.', 'absent | seconds | an hour'),
  'error.retryAfter': point(
    'The form of Retry-After in a 429.',
    'seconds | date | date of a fast clock | date of a slow clock | fraction | past date | unreadable',
    'absent | an hour',
  ),
};
