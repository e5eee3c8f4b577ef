import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry as Metrics } from 'prom-client'
import { AppError, errors } from '#kernel/errors.ts'
import type { Runtime } from '../module.ts'
import type { DatabaseGuard } from './database-guard.ts'
import { isInsider } from './insider.ts'

/** Memory, CPU, event loop, garbage collection: one set a process, however many servers it holds. */
let processMetrics: Metrics | undefined

function ofProcess(): Metrics {
  if (!processMetrics) {
    processMetrics = new Metrics()
    collectDefaultMetrics({ register: processMetrics })
  }
  return processMetrics
}

const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** /metrics in Prometheus' form, for callers on this machine and for those with METRICS_TOKEN. */
export function metricsRoute(
  app: FastifyInstance,
  { config, pool }: Runtime,
  guard: DatabaseGuard | undefined,
  nameOf: (request: FastifyRequest) => string,
): void {
  const metrics = new Metrics()
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of calls by endpoint and status',
    labelNames: ['endpoint', 'status'],
    buckets: SECONDS,
    registers: [metrics],
  })
  const inFlight = new Gauge({ name: 'http_requests_in_flight', help: 'Calls being answered', registers: [metrics] })
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [metrics],
      collect() {
        this.set(read())
      },
    })
  gauge('database_connections', 'Open connections of the pool', () => pool.totalCount)
  gauge('database_connections_idle', 'Connections nobody uses', () => pool.idleCount)
  gauge('database_connections_waiting', 'Callers waiting for a connection', () => pool.waitingCount)
  if (guard) gauge('database_up', '1 while the database answers', () => (guard.away ? 0 : 1))

  app.addHook('onRequest', async () => inFlight.inc())
  app.addHook('onResponse', async (request, reply) => {
    inFlight.dec()
    duration.observe({ endpoint: nameOf(request), status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  app.get('/metrics', async (request, reply) => {
    if (!isInsider(request, config.metricsToken)) throw new AppError(errors.notFound)
    return reply
      .type(metrics.contentType)
      .header('cache-control', 'no-store')
      .send(await Metrics.merge([ofProcess(), metrics]).metrics())
  })
}
