import { relative } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const PACKAGE = /[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/

/** Libraries every page needs change rarely: a chunk of their own stays in the browser's cache over releases. */
const ALWAYS = new Set(['react', 'react-dom', 'scheduler', 'react-router', '@tanstack/react-query', '@tanstack/query-core', 'zustand', 'zod', 'dayjs'])

/** Writes which sources went into which file, for the check of what comes with the first list. */
const sources: Plugin = {
  name: 'sources',
  generateBundle(_options, bundle) {
    const files = Object.values(bundle).flatMap((one) =>
      one.type === 'chunk' ? [[one.fileName, Object.keys(one.modules).map((id) => relative(import.meta.dirname, id))]] : [],
    )
    this.emitFile({ type: 'asset', fileName: '.vite/sources.json', source: JSON.stringify(Object.fromEntries(files)) })
  },
}

/** Icons stand beside words: a screen reader is not to read the English name that antd gives each of them, only one of its own. */
const decorativeIcons: Plugin = {
  name: 'decorative-icons',
  transform: {
    filter: { id: /@ant-design[\\/]icons[\\/]es[\\/]components[\\/]AntdIcon(Light)?\.js$/ },
    handler(code) {
      const silent = code.replace(/\{\s*role: "img",\s*"aria-label": icon\.name\s*\}/, '(restProps["aria-label"] ? { role: "img" } : { "aria-hidden": true })')
      if (silent === code) this.error('the icons of antd are named in another way than before')
      return { code: silent, map: null }
    },
  },
}

/** Schemas check what a browser sends and shows; only the server describes them as JSON Schema. The script of that weighs on every page. */
const schemasWithoutDescription: Plugin = {
  name: 'schemas-without-description',
  transform: {
    filter: { id: /zod[\\/]v4[\\/]classic[\\/]schemas\.js$/ },
    handler(code) {
      const short = code.replace(/^\s*inst\._zod\.processJSONSchema = .*;$/gm, '')
      if (short === code) this.error('the schemas of zod describe themselves in another way than before')
      return { code: short, map: null }
    },
  },
}

export default defineConfig({
  plugins: [react(), sources, decorativeIcons, schemasWithoutDescription],
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: 'es2023',
    sourcemap: false,
    // What is in the build, for the check of its weight.
    manifest: true,
    // No inline script may run under the portal's content security policy.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Each group takes what its files import with it; what a group before it has taken stays there.
          groups: [
            { name: 'vendor', test: (id: string) => ALWAYS.has(PACKAGE.exec(id)?.[1] ?? ''), priority: 40 },
            // What every page starts with, and the first page itself.
            { name: 'base', test: /src[\\/]app[\\/]web\.tsx$|iam[\\/]web[\\/]sign-in[\\/]sign-in-page\.tsx$/, priority: 30 },
            { name: 'frame', test: /web[\\/]shell[\\/]frame[\\/]shell\.tsx$/, priority: 20 },
            { name: 'list', test: /web[\\/]kit[\\/]list[\\/]list-screen\.tsx$/, priority: 10 },
          ],
        },
      },
    },
  },
  // For work on screens: `API=http://localhost:8080 npx vite`. The host stays ours, as the server compares it with the origin.
  server: { proxy: { '/api': { target: process.env.API ?? 'http://localhost:8080', changeOrigin: false } } },
})
