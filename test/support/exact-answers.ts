// Set up for every test file: whatever answer a mock gives in any test, by any way in, is checked against its row.
import { Mock } from '../../mock/mock.ts';
import { requireExact } from './exactness.ts';

const { handle } = Mock.prototype;

Mock.prototype.handle = async function (request) {
  const response = await handle.call(this, request);
  await requireExact(request, response);
  return response;
};
