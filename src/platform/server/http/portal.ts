import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

type PageFacts = Pick<Config, 'productTitle' | 'demo'>

/** Files with a hash in their name: never the same name with other content. */
const HASHED = /\/assets\//

/**
 * Serves the built portal with the compressed copies that stand beside its files. Gives back how its page is sent: with what
 * the browser needs to know of the configuration in its meta elements. Undefined when there is no portal (an API alone).
 */
export async function portalFiles(
  app: FastifyInstance,
  folder: string | undefined,
  facts: PageFacts,
): Promise<((reply: FastifyReply) => FastifyReply) | undefined> {
  if (folder === undefined || !existsSync(join(folder, 'index.html'))) return undefined
  const index = join(folder, 'index.html')
  // Read anew each time: a build may take the place of another under a running server.
  const sendPortal = (reply: FastifyReply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(filled(readFileSync(index, 'utf8'), facts))
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    index: false,
    allowedPath: (path) => path !== '/index.html',
    decorateReply: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', HASHED.test(path.replaceAll('\\', '/')) ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.get('/', (_request, reply) => sendPortal(reply))
  return sendPortal
}

/** The page with the title as its <title> and in the meta element made for it, and whether this is a demo. */
function filled(page: string, { productTitle, demo }: PageFacts): string {
  const safe = productTitle.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)
  const meta = (text: string, name: string, content: string) =>
    text.replace(new RegExp(`(<meta name="${name}" content=")[^"]*`), (_, start: string) => start + content)
  return meta(meta(page, 'product-title', safe), 'demo', demo ? 'yes' : 'no').replace(/<title>[^<]*/, () => `<title>${safe}`)
}

/** Every address that is no call and no file belongs to the portal's own router. A missing script stays missing, or a browser would run a page. */
export function wantsPortal(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  const path = request.url.split('?', 1)[0] ?? ''
  return !/^\/(api|assets|metrics)(\/|$)/.test(path)
}
