import { afterAll, beforeAll, expect, it } from 'vitest'
import { GATEWAY } from '#kernel/contract.ts'
import { LANGUAGES, type Language } from '#kernel/language.ts'
import type { OpenApiDocument } from '#platform/server/openapi/openapi.ts'
import { type TestApp, testApp } from '../../test/app.ts'
import { systemRegistry } from './server.ts'

let app: TestApp
let documents: Record<Language, OpenApiDocument>
beforeAll(async () => {
  app = await testApp()
  documents = { vi: (await ask('vi-VN,vi;q=0.9')).json(), en: (await ask('en')).json() }
})
afterAll(() => app.close())

const ask = (language?: string, url = '/api/openapi.json') => app.app.inject({ url, headers: language === undefined ? {} : { 'accept-language': language } })

const summaries = (language: Language) =>
  new Map(
    Object.entries(documents[language].paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { summary }]) => [`${method.toUpperCase()} ${path}`, summary] as const),
    ),
  )

it('says of every call in both languages what it does', () => {
  const [vi, en] = [summaries('vi'), summaries('en')]
  const contracts = [...systemRegistry().entries.values()].map(({ contract }) => contract)
  const calls = contracts.map(({ method, path }) => `${method} ${path}` as const)
  for (const texts of [vi, en]) expect(calls.filter((call) => !texts.get(call)?.trim())).toEqual([])
  expect([...vi.keys()]).toEqual([...en.keys()])
  expect([...vi].filter(([call, text]) => text === en.get(call))).toEqual([])
  const gateway = contracts.filter(({ permission }) => permission === GATEWAY).map(({ path }) => vi.get(`POST ${path}`))
  expect(gateway.filter((text) => text?.startsWith('Kênh báo'))).toHaveLength(3)
})

it('calls the filters and columns of a list what its screen calls them', () => {
  for (const [language, words] of Object.entries({ vi: ['Điểm bán', 'Thực nhận'], en: ['Merchant', 'Net amount'] }) as [Language, [string, string]][]) {
    const text = JSON.stringify(documents[language].paths['/qr-admin/transactions/v1/search']?.post)
    for (const word of words) expect(text).toContain(`"title":"${word}"`)
  }
})

it('answers in the language that is asked for, in English where neither is', async () => {
  for (const language of LANGUAGES) {
    for (const url of ['/api/openapi.json', '/api/docs']) {
      const { headers } = await ask(language, url)
      expect(headers).toMatchObject({ 'content-language': language, vary: 'Accept-Language' })
    }
    expect((await ask(language, '/api/docs')).body).toContain(`<html lang="${language}">`)
  }
  for (const stranger of [undefined, '*', 'fr-FR, de;q=0.5']) {
    const answer = await ask(stranger)
    expect(answer.headers['content-language']).toBe('en')
    expect(answer.json()).toEqual(documents.en)
  }
})
