import { Server as TcpServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Ends the server so that no request is dropped: first health says so, then nobody new is let in, and who is connected
     * gets his answers, each with `Connection: close`, until nobody asks any more.
     */
    shutDown(): Promise<void>
  }
}

/** Time for load balancers to see that health is 503, before the first connection is refused. */
const NOTICE_MS = 300
/** No request for this long, and none under way: whoever is still connected is idle. */
const QUIET_MS = 300
/** After this long what is still running is cut. */
const PATIENCE_MS = 30_000

/** Decorates the server with `shutDown()`; the returned function answers whether that has begun. */
export function gracefulStop(app: FastifyInstance): () => boolean {
  let stopping: Promise<void> | undefined
  let closing = false
  let underWay = 0
  let lastAt = 0

  app.addHook('onRequest', async (_request, reply) => {
    underWay++
    lastAt = performance.now()
    reply.raw.once('close', () => {
      underWay--
    })
  })
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close')
  })

  async function stop(): Promise<void> {
    const started = performance.now()
    await delay(NOTICE_MS)
    closing = true
    // Stops listening only. The http server's own close() would also cut connections that are idle just now, with the next request already on its way.
    if (app.server.listening) TcpServer.prototype.close.call(app.server)
    while (underWay > 0 || performance.now() - lastAt < QUIET_MS) {
      if (performance.now() - started > PATIENCE_MS) break
      await delay(20)
    }
    app.server.closeAllConnections()
    await app.close()
  }

  app.decorate('shutDown', () => {
    stopping ??= stop()
    return stopping
  })
  return () => stopping !== undefined
}
