import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { testConfig } from './config.ts'

export interface ServerProcess {
  /** Settles with 'http://localhost:PORT' when the server says that it is ready; rejects when it ends before. */
  ready: Promise<string>
  /** Ends it and waits until it is gone. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>
}

/** The real server in a process of its own, on a database that is there; `env` goes over the settings of tests. */
export function serverProcess(connectionString: string, env: Record<string, string> = {}): ServerProcess {
  const child = spawn(process.execPath, ['src/app/start.ts'], {
    cwd: new URL('..', import.meta.url),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: connectionString,
      SECRET_KEY: testConfig().secretKey.toString('base64'),
      PORT: '0',
      DEMO: '0',
      DEMO_LIVE: '0',
      LOG_LEVEL: 'silent',
      ...env,
    },
  })
  const gone = once(child, 'exit')
  return {
    ready: readyLine(child),
    async end(signal) {
      child.kill(signal)
      await gone
    },
  }
}

async function readyLine(child: ChildProcess): Promise<string> {
  if (!child.stdout || !child.stderr) throw new Error('no pipes')
  let errors = ''
  child.stderr.on('data', (part: Buffer) => {
    errors += part.toString()
  })
  for await (const line of createInterface(child.stdout)) {
    const [, address] = /^READY (\S+)/.exec(line) ?? []
    if (address) {
      child.stdout.resume()
      return address
    }
  }
  throw new Error(`the server ended before it was ready: ${errors}`)
}
