import { createServer, type Server, type ServerResponse } from 'node:http'
import { languageOf } from '#kernel/language.ts'

const TEXT = {
  vi: { title: 'Bưu Trạm đang chuẩn bị', body: 'Đang tạo dữ liệu mẫu: các giao dịch của những tháng trước đi qua cổng thanh toán. Trang này tự mở khi xong.' },
  en: {
    title: 'Bưu Trạm is getting ready',
    body: 'The demo world is being made: the payments of the past months go through the gateway. This page opens by itself when done.',
  },
}

const PAGE_CSS =
  'body{font:14px/22px system-ui,sans-serif;display:grid;place-content:center;min-height:90vh;margin:0;color:#1f1f1f;background:#f5f5f3}main{max-width:420px;padding:16px}h1{font-size:18px}progress{width:100%;accent-color:#faad14}@media(prefers-color-scheme:dark){body{color:#e8e8e6;background:#141414}}'

/** What stands at the portal's address until the portal does. */
export interface Preparing {
  /** 0 to 1. */
  progress(share: number): void
  /** Gives the address free. */
  end(): Promise<void>
}

/**
 * Answers everybody at the portal's address with 503 and how far the preparation is: a page that reloads itself for people, JSON
 * for /api/health and other calls. Rejects with the error of listen() when the address cannot be had.
 */
export function startPreparing({ port, host }: { port: number; host: string }): Promise<Preparing> {
  let share = 0
  const server = createServer((request, reply) => {
    const language = languageOf(request.headers['accept-language'])
    reply.setHeader('cache-control', 'no-store').setHeader('retry-after', '2').setHeader('connection', 'close')
    if (request.url?.startsWith('/api/')) sendState(reply, TEXT[language].title, share)
    else sendPage(reply, language, share)
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () =>
      resolve({
        progress: (value) => {
          share = value
        },
        end: () => close(server),
      }),
    )
  })
}

function sendState(reply: ServerResponse, message: string, share: number): void {
  reply
    .writeHead(503, { 'content-type': 'application/json; charset=utf-8' })
    .end(JSON.stringify({ code: 'SYS-503', message, data: { status: 'preparing', progress: Number(share.toFixed(2)) } }))
}

function sendPage(reply: ServerResponse, language: keyof typeof TEXT, share: number): void {
  const { title, body } = TEXT[language]
  const percent = Math.floor(share * 100)
  reply
    .writeHead(503, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'" })
    .end(
      `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta http-equiv="refresh" content="2"><title>${title}</title>` +
        `<style>${PAGE_CSS}</style><main><h1>${title}</h1><p>${body}</p><progress max="100" value="${percent}"></progress> ${percent} %</main></html>`,
    )
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
