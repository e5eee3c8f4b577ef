import { defineConfig } from 'vitest/config'

/** Tests of the contract language, labels, browser code and scripts need no database, and so do not wait for one. */
const plain = ['src/kernel/**/*.test.ts', 'src/**/{contract,labels,web}/**/*.test.ts', 'scripts/**/*.test.ts', 'src/platform/server/spreadsheet/**/*.test.ts']

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    restoreMocks: true,
    projects: [
      { extends: true, test: { name: 'plain', include: plain } },
      { extends: true, test: { name: 'database', include: ['src/**/*.test.ts', 'test/**/*.test.ts'], exclude: plain, globalSetup: ['test/global-setup.ts'] } },
    ],
  },
})
