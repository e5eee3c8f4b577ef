import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { ENV } from './fill.ts'

/** The servers of a database in a process of their own; `execArgv`: options of Node for it. */
export function startServers(databaseUrl: string, execArgv: string[] = []): Promise<{ child: ChildProcess; system: string; bare: string }> {
  const child = fork(join(import.meta.dirname, 'servers.ts'), { env: { ...process.env, ...ENV, DATABASE_URL: databaseUrl }, execArgv })
  return new Promise((resolve, reject) => {
    child.once('message', (addresses) => resolve({ child, ...(addresses as { system: string; bare: string }) }))
    child.once('exit', (code) => reject(new Error(`the servers ended with code ${code}`)))
  })
}
