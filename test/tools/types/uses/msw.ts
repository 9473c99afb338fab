import { createMock } from 'clipwright/mock';
import { mockHandlers } from 'clipwright/msw';
import { setupServer } from 'msw/node';

const handlers = mockHandlers(createMock());
setupServer(...handlers).use(...handlers);
