import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { SimulatorOptions } from './server.ts'

export interface SimulatorProcess {
  /** 'http://127.0.0.1:54321', without a partner. */
  address: string
  end(): Promise<void>
}

/** After this it is ended without being asked. */
const PATIENCE_MS = 3_000

/** Starts the simulated partners in a process of their own, which ends with this one whatever becomes of it. */
export async function startSimulatorProcess(options: SimulatorOptions): Promise<SimulatorProcess> {
  const child = fork(join(import.meta.dirname, 'main.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], env: { PATH: process.env.PATH } })
  const gone = once(child, 'exit')
  child.send(options)
  const [message] = (await Promise.race([once(child, 'message'), gone.then(() => [undefined])])) as [{ address: string } | undefined]
  if (!message) throw new Error('the partner simulator ended before it was ready')
  return {
    address: message.address,
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return
      if (child.connected) child.disconnect()
      const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS)
      await gone
      clearTimeout(timer)
    },
  }
}
