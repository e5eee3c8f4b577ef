import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './e2e/support/global-setup.ts',
  // Each with a server and a database of its own (e2e/support/server.ts).
  workers: Math.max(2, Math.min(4, availableParallelism())),
  fullyParallel: true,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  // A browser on a busy machine fails now and then for reasons of its own. Who passes at the second try is named at the end, and looked into.
  retries: 1,
  use: {
    actionTimeout: 20_000,
    locale: 'vi-VN',
    timezoneId: 'Asia/Ho_Chi_Minh',
    viewport: { width: 1440, height: 900 },
    // A press on what still unfolds begins on one thing and ends on another; the portal stands still for who asks for it.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // Recorded for the second try alone: recording takes a third of the time of everything else.
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      // Without a UTF-8 locale Chromium saves a file with a Vietnamese name as 'download'.
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
      args: ['--no-sandbox', '--disable-quic', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    },
  },
})
