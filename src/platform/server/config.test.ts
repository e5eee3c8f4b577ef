import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadConfig } from './config.ts'
import { StartupError } from './startup-error.ts'

let dataDir: string
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'config-test-'))
})
afterAll(() => rmSync(dataDir, { recursive: true }))

const load = (env: Record<string, string> = {}) => loadConfig({ DATA_DIR: dataDir, ...env })
const refusal = (env: Record<string, string>) => {
  try {
    load(env)
  } catch (error) {
    expect(error).toBeInstanceOf(StartupError)
    expect((error as Error).message).not.toContain('\n')
    return (error as Error).message
  }
  throw new Error('was accepted')
}

describe('the configuration', () => {
  it('is a demo on the embedded database when nothing is said', () => {
    expect(load()).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      demo: true,
      demoScale: 'full',
      demoLive: true,
      production: false,
      databaseUrl: undefined,
      productTitle: 'BƯU TRẠM',
    })
  })

  it('keeps a secret key of its own, the same at each start, for its owner only', () => {
    const { secretKey } = load()
    expect(secretKey).toHaveLength(32)
    expect(load().secretKey.equals(secretKey)).toBe(true)
    expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600)
    expect(Buffer.from(readFileSync(join(dataDir, 'secret.key'), 'utf8'), 'base64').equals(secretKey)).toBe(true)
  })

  it('is production with a DATABASE_URL, and then wants a key', () => {
    const DATABASE_URL = 'postgresql://u:p@db/x'
    const SECRET_KEY = Buffer.alloc(32, 3).toString('base64')
    expect(load({ DATABASE_URL, SECRET_KEY })).toMatchObject({ demo: false, production: true, databaseUrl: DATABASE_URL })
    expect(load({ DATABASE_URL, DEMO: '1' })).toMatchObject({ demo: true, production: false })
    expect(refusal({ DATABASE_URL })).toContain('SECRET_KEY is missing')
  })

  it.each([
    ['PORT', '80a'],
    ['PORT', '70000'],
    ['DEMO', 'yes'],
    ['DEMO_SCALE', 'huge'],
    ['LOG_LEVEL', 'loud'],
    ['PUBLIC_URL', 'portal.example'],
    ['TRUSTED_PROXY', 'proxy.example'],
    ['TRUSTED_PROXY', '10.0.0.0/33'],
    ['TRUSTED_PROXY', '0.0.0.0/0'],
    ['TRUSTED_PROXY', '10.0.0.1,,10.0.0.2'],
    ['SECRET_KEY', 'c2hvcnQ='],
  ])('refuses %s=%s with one line that names it', (name, value) => {
    expect(refusal({ [name]: value })).toContain(name)
  })

  it('believes a proxy on this machine, and otherwise those that are named', () => {
    expect(load().trustedProxy).toEqual(['loopback'])
    expect(load({ PUBLIC_URL: 'https://portal.example' }).trustedProxy).toEqual(['loopback'])
    expect(load({ TRUSTED_PROXY: '10.0.0.1, 192.168.4.0/24,fd00::/8' }).trustedProxy).toEqual(['10.0.0.1', '192.168.4.0/24', 'fd00::/8'])
    expect(load({ TRUSTED_PROXY: 'none' }).trustedProxy).toEqual([])
  })

  it('keeps the calls of a demo out of the terminal, and those of a real system in its log', () => {
    expect(load().logLevel).toBe('warn')
    expect(load({ DEMO: '0' }).logLevel).toBe('info')
    expect(load({ LOG_LEVEL: 'debug' }).logLevel).toBe('debug')
  })

  it('never repeats the password of a DATABASE_URL', () => {
    expect(refusal({ DATABASE_URL: 'mysql://root:hunter2@db/x' })).not.toContain('hunter2')
  })

  it('says so when the data folder cannot be written, or its key is damaged', () => {
    const file = join(dataDir, 'a-file')
    writeFileSync(file, '')
    expect(refusal({ DATA_DIR: join(file, 'below') })).toContain('cannot be written')
    // Where folders cannot be made at all, even by root.
    if (process.platform === 'linux') expect(refusal({ DATA_DIR: '/proc/nowhere/data' })).toContain('cannot be written')
    const damaged = mkdtempSync(join(tmpdir(), 'config-test-'))
    writeFileSync(join(damaged, 'secret.key'), 'abc')
    expect(refusal({ DATA_DIR: damaged })).toContain('secret.key does not hold a key')
    rmSync(damaged, { recursive: true })
  })
})
