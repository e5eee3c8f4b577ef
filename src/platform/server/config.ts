import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { Email } from '#kernel/primitives.ts'
import { makeFolder } from './make-folder.ts'
import { StartupError } from './startup-error.ts'

export type DemoScale = 'small' | 'full'
export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'

/** Everything the environment decides, read once at start. */
export interface Config {
  /** 0 lets the system choose. */
  port: number
  host: string
  /** Absolute path: embedded database, secret key, files. */
  dataDir: string
  /** A PostgreSQL of one's own; undefined means the embedded one in dataDir. */
  databaseUrl: string | undefined
  /** Demo world and demo accounts. A system without them is in production. */
  demo: boolean
  demoScale: DemoScale
  /** The demo world keeps posting while the server runs. */
  demoLive: boolean
  production: boolean
  /** Shown in titles, in capitals. */
  productTitle: string
  /** 'https://host' under which browsers reach the portal, when a proxy hides it. */
  publicUrl: string | undefined
  /** Addresses, networks (a.b.c.d/n) and the names loopback, linklocal, uniquelocal whose X-Forwarded-* is believed; none: nobody's. */
  trustedProxy: string[]
  smtpUrl: string | undefined
  /** Sender of the system's mails. */
  mailFrom: string
  /** 32 bytes: seals secrets at rest and authenticates the audit log. */
  secretKey: Buffer
  /** Lets /metrics be read from other machines as a bearer token. */
  metricsToken: string | undefined
  logLevel: LogLevel
  /** An export of more rows than this is written by a job instead of being streamed. */
  exportJobRows: number
}

type Env = Record<string, string | undefined>

const LOG_LEVELS: readonly LogLevel[] = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/** Reads the environment. Throws StartupError with one clear line for a value that cannot be used. */
export function loadConfig(env: Env): Config {
  const databaseUrl = url(env, 'DATABASE_URL', ['postgres:', 'postgresql:'])
  const demo = flag(env, 'DEMO', databaseUrl === undefined)
  const dataDir = resolve(text(env, 'DATA_DIR') ?? 'data')
  const publicUrl = url(env, 'PUBLIC_URL', ['https:', 'http:'])?.replace(/\/+$/, '')
  return {
    port: count(env, 'PORT', 8080, 65_535),
    host: text(env, 'HOST') ?? '127.0.0.1',
    dataDir,
    databaseUrl,
    demo,
    demoScale: choice(env, 'DEMO_SCALE', ['small', 'full'], 'full'),
    demoLive: flag(env, 'DEMO_LIVE', true),
    production: !demo,
    productTitle: text(env, 'PRODUCT_TITLE') ?? 'BƯU TRẠM',
    publicUrl,
    trustedProxy: proxies(env),
    smtpUrl: smtpUrl(env, demo || publicUrl !== undefined),
    mailFrom: mailFrom(env, publicUrl),
    secretKey: secretKey(env, dataDir, databaseUrl !== undefined && !demo),
    metricsToken: text(env, 'METRICS_TOKEN'),
    exportJobRows: count(env, 'EXPORT_JOB_ROWS', 100_000, 999_999_999),
    // The channels of a demo call several times a second: a line each would bury READY and the accounts.
    logLevel: choice(env, 'LOG_LEVEL', LOG_LEVELS, demo ? 'warn' : 'info'),
  }
}

function text(env: Env, name: string): string | undefined {
  const value = env[name]?.trim()
  return value === '' ? undefined : value
}

function choice<const T extends string>(env: Env, name: string, values: readonly T[], otherwise: NoInfer<T>): T {
  const value = text(env, name)
  if (value === undefined) return otherwise
  const found = values.find((one) => one === value)
  if (found === undefined) throw new StartupError(`${name}=${value} is none of ${values.join(', ')}.`)
  return found
}

function flag(env: Env, name: string, otherwise: boolean): boolean {
  return choice(env, name, ['0', '1'], otherwise ? '1' : '0') === '1'
}

function count(env: Env, name: string, otherwise: number, most: number): number {
  const value = text(env, name) ?? String(otherwise)
  if (!/^\d{1,9}$/.test(value) || Number(value) > most) throw new StartupError(`${name}=${value} is not a whole number from 0 to ${most}.`)
  return Number(value)
}

/** The value is never repeated in the message: it may hold a password. */
function url(env: Env, name: string, protocols: string[]): string | undefined {
  const value = text(env, name)
  if (value === undefined) return undefined
  if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol))
    throw new StartupError(`${name} is not an address that starts with ${protocols.map((one) => `${one}//`).join(' or ')}.`)
  return value
}

/** Mails carry links; their address never comes from a request, whose Host anybody can write. */
function smtpUrl(env: Env, addressKnown: boolean): string | undefined {
  const value = url(env, 'SMTP_URL', ['smtp:', 'smtps:'])
  if (value !== undefined && !addressKnown) throw new StartupError('SMTP_URL needs PUBLIC_URL: mails carry links to the portal.')
  return value
}

function mailFrom(env: Env, publicUrl: string | undefined): string {
  const value = text(env, 'MAIL_FROM')
  if (value === undefined) return `no-reply@${publicUrl === undefined ? 'localhost' : new URL(publicUrl).hostname}`
  if (!Email.safeParse(value).success) throw new StartupError(`MAIL_FROM=${value} is not an email address.`)
  return value
}

/** Where browsers reach the portal, for links in mails: without a slash at the end. */
export function portalAddress({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>): string {
  return publicUrl ?? `http://localhost:${port}`
}

const PROXY_NAMES = ['loopback', 'linklocal', 'uniquelocal']

function proxies(env: Env): string[] {
  const list = (text(env, 'TRUSTED_PROXY') ?? 'loopback').split(',').map((one) => one.trim())
  if (list.length === 1 && list[0] === 'none') return []
  for (const one of list) {
    const [address = '', bits, ...more] = one.split('/')
    const widest = isIP(address) === 6 ? 128 : 32
    const good = isIP(address) > 0 && more.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= widest))
    if (!good && !PROXY_NAMES.includes(one))
      throw new StartupError(`TRUSTED_PROXY: "${one}" is no address, no network such as 10.0.0.0/8, and none of ${PROXY_NAMES.join(', ')}.`)
  }
  return list
}

const KEY_FILE = 'secret.key'

function secretKey(env: Env, dataDir: string, required: boolean): Buffer {
  const given = text(env, 'SECRET_KEY')
  if (given !== undefined) {
    const key = Buffer.from(given, 'base64')
    if (key.length !== 32) throw new StartupError('SECRET_KEY must be 32 bytes in base64. Make one with: openssl rand -base64 32')
    return key
  }
  if (required) throw new StartupError('SECRET_KEY is missing: with DATABASE_URL it must be set (32 bytes in base64). Make one with: openssl rand -base64 32')
  return storedKey(dataDir)
}

/** The key of a system that keeps its own: made at the first start, readable by its owner only. */
function storedKey(dataDir: string): Buffer {
  const file = join(dataDir, KEY_FILE)
  try {
    makeFolder(dataDir)
    try {
      // 'wx' fails when the file is there, so that two processes that start together end up with one key.
      writeFileSync(file, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const key = Buffer.from(readFileSync(file, 'utf8'), 'base64')
    if (key.length !== 32)
      throw new StartupError(`${file} does not hold a key of 32 bytes. Restore it from a backup; without it sealed secrets cannot be opened.`)
    return key
  } catch (error) {
    if (error instanceof StartupError) throw error
    throw new StartupError(`The data folder ${dataDir} cannot be written: ${(error as Error).message}`, { cause: error })
  }
}
