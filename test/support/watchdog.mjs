// Kills the processes that a worker of the tests has started, and that still run when it is gone.
import process from 'node:process';

const running = new Set();

// Ctrl+C ends all processes of the terminal at once, and this one is needed after the worker.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});

process.on('message', ({ pid, isRunning }) => {
  if (isRunning) running.add(pid);
  else running.delete(pid);
});

process.on('disconnect', () => {
  for (const pid of running) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended in the meantime.
    }
  }
});
