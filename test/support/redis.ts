/** A Redis or Valkey of a test file, on the loopback interface, without files. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';

export interface RedisUnderTest {
  readonly url: string;
  /** Starts it again, empty, at the same address. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Sends a command in one line, and resolves when it replied. */
  command(line: string): Promise<void>;
  /** It accepts connections and replies to nothing. */
  freeze(): void;
  thaw(): void;
}

const programs = ['redis-server', 'valkey-server'];

/** Rejects when neither program is installed: Debian's package is `redis-server` or `valkey-server`. */
export async function openRedis(): Promise<RedisUnderTest> {
  const port = await freePort();
  let running: ChildProcess | undefined;
  const redis: RedisUnderTest = {
    url: `redis://127.0.0.1:${port}`,
    start: async () => {
      for (const program of programs) {
        running = await startProgram(program, port);
        if (running !== undefined) return;
      }
      throw new Error(`this test needs ${programs.join(' or ')}: install the package of that name`);
    },
    stop: async () => {
      if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
      const ended = once(running, 'exit');
      running.kill('SIGKILL');
      await ended;
    },
    command: async (line) => {
      const socket = net.connect(port, '127.0.0.1');
      socket.write(`${line}\r\n`);
      await once(socket, 'data');
      socket.destroy();
    },
    freeze: () => running?.kill('SIGSTOP'),
    thaw: () => running?.kill('SIGCONT'),
  };
  await redis.start();
  return redis;
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Resolves when it accepts connections; undefined when it is not installed. */
async function startProgram(program: string, port: number): Promise<ChildProcess | undefined> {
  const settings = { bind: '127.0.0.1', port: String(port), save: '', appendonly: 'no' };
  const child = spawn(
    program,
    Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]),
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  return await new Promise((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') resolve(undefined);
      else reject(error);
    });
    child.once('exit', (code) => reject(new Error(`${program} exited with ${code}`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      if (chunk.includes('eady to accept connections')) resolve(child);
    });
  });
}
