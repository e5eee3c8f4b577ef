import { afterEach, describe, expect, it } from 'vitest'
import { type Preparing, startPreparing } from './preparing.ts'

const PORT = 20_000 + (process.pid % 10_000)
let page: Preparing | undefined
afterEach(async () => {
  await page?.end()
})

const get = (path: string, language: string) => fetch(`http://127.0.0.1:${PORT}${path}`, { headers: { 'accept-language': language } })

describe('while the demo world is being made', () => {
  it('people see how far it is in their language, and programs a 503 they can wait on', async () => {
    page = await startPreparing({ port: PORT, host: '127.0.0.1' })
    page.progress(0.426)
    const vietnamese = await get('/pp-qr/quanlygiaodich', 'vi')
    expect([vietnamese.status, vietnamese.headers.get('retry-after')]).toEqual([503, '2'])
    expect(await vietnamese.text()).toMatch(/Bưu Trạm đang chuẩn bị.*42 %/s)
    expect(await (await get('/', 'en-GB')).text()).toContain('getting ready')
    expect(await (await get('/api/health', 'en')).json()).toEqual({
      code: 'SYS-503',
      message: 'Bưu Trạm is getting ready',
      data: { status: 'preparing', progress: 0.43 },
    })
  })

  it('the address is free again afterwards, and taken is told', async () => {
    page = await startPreparing({ port: PORT, host: '127.0.0.1' })
    await expect(startPreparing({ port: PORT, host: '127.0.0.1' })).rejects.toThrow('EADDRINUSE')
    await page.end()
    page = await startPreparing({ port: PORT, host: '127.0.0.1' })
  })
})
