import { type Config, loadConfig } from '#platform/server/config.ts'

/** The configuration of tests: a small demo on a fixed secret key (that of the template database), silent unless LOG_LEVEL says otherwise. */
export function testConfig(changes: Partial<Config> = {}): Config {
  const secretKey = Buffer.alloc(32, 7).toString('base64')
  const env = {
    PORT: '0',
    DEMO: '1',
    DEMO_SCALE: 'small',
    DEMO_LIVE: '0',
    SECRET_KEY: secretKey,
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
    DATA_DIR: '/nonexistent',
  }
  return { ...loadConfig(env), ...changes }
}
