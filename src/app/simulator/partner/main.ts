/** `npm run partner-simulator`: the simulated partner as a process of its own. The demo starts it with a message instead of an environment. */
import { once } from 'node:events'
import { StartupError } from '#platform/server/startup-error.ts'
import { type SimulatorOptions, startPartnerSimulator } from './server.ts'
import { settingsOf } from './settings.ts'

if (process.send) await serveParent(process.send.bind(process))
else await serveAlone()

/** Lives as long as whoever started it, and gets its keys by a channel that nobody else reads. */
async function serveParent(send: (message: unknown) => void): Promise<void> {
  // An interrupt goes to both; it is the parent that ends this process.
  process.on('SIGINT', () => undefined)
  const ended = once(process, 'disconnect')
  const [options] = (await once(process, 'message')) as [SimulatorOptions]
  const simulator = await startPartnerSimulator(options)
  send({ address: simulator.address })
  await ended
  await simulator.close()
}

async function serveAlone(): Promise<void> {
  try {
    const options = settingsOf(process.env)
    const simulator = await startPartnerSimulator(options)
    for (const { code } of options.partners) process.stdout.write(`PARTNER SIMULATOR ${simulator.addressOf(code)}, seed ${options.seed}\n`)
    const end = () => void simulator.close()
    process.once('SIGTERM', end)
    process.once('SIGINT', end)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const known = error instanceof StartupError || code === 'EADDRINUSE' || code === 'EACCES'
    process.stderr.write(known ? `${message}\n` : `${(error as Error).stack ?? message}\n`)
    process.exitCode = 1
  }
}
