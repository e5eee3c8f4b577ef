// Runs the server as a child that gets our signals and whose exit code is ours.
import { node, run } from './shell.mjs'

/** Ends the server when npm, which started us, was killed: else it would go on unseen and keep the port. */
function followNpm(child) {
  if (process.env.npm_lifecycle_event !== 'start') return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid !== parent) child.kill('SIGTERM')
  }, 250)
  timer.unref()
  child.once('close', () => clearInterval(timer))
}

export function start(args) {
  return run(node(), ['src/app/start.ts', ...args], { onSpawn: followNpm })
}
