import { createMock } from 'clipwright/mock';

await createMock().listen({ port: Number(process.argv[2]) });
