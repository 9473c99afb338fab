// Set up for every test file: whatever answer a mock gives in any test, by any way in, is checked against its row.
import { Mock } from '../../mock/mock.ts';
import { requireExact } from './exactness.ts';

const { handle } = Mock.prototype;

Mock.prototype.handle = async function (request) {
  const response = await handle.call(this, request);
  if (!wasFaulty(this, response)) await requireExact(request, response);
  return response;
};

/** What a fault was told to send is no answer. */
function wasFaulty({ requests }: Mock, { headers }: Response): boolean {
  const id = headers.get('x-request-id');
  return requests.findLast((record) => record.id === id)?.fault != null;
}
