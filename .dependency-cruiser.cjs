// Who may import whom (docs/architecture.md). tools/boundaries.mjs runs it and proves that each rule can fail.
const zone = (z) => `^src/(features/[^/]+|platform|app)/${z}/`
const TEST = '[.]test[.]tsx?$'
const DRIVER_ZONES = '^src/platform/server/(database|embedded-postgres|auth)/'
const PURE_PACKAGES = 'node_modules/(zod|@orpc/contract)/'

module.exports = {
  forbidden: [
    {
      name: 'platform-never-looks-up',
      severity: 'error',
      from: { path: '^src/platform/' },
      to: { path: '^src/(features|app)/' },
    },
    {
      name: 'features-never-import-app',
      severity: 'error',
      from: { path: '^src/features/' },
      to: { path: '^src/app/' },
    },
    {
      name: 'web-never-imports-server',
      severity: 'error',
      from: { path: zone('web') },
      to: { path: [zone('server'), '^(db|tools)/'] },
    },
    {
      name: 'server-never-imports-web',
      severity: 'error',
      from: { path: zone('server') },
      to: { path: zone('web') },
    },
    {
      name: 'features-meet-at-contracts-and-what-is-published',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/' },
      to: {
        path: '^src/features/([^/]+)/',
        pathNot: [
          '^src/features/$1/',
          '^src/features/[^/]+/contract[.]ts$',
          '^src/features/[^/]+/server/published[.]ts$',
          '^src/features/[^/]+/web/published[.]tsx?$',
        ],
      },
    },
    {
      name: 'contracts-are-pure',
      severity: 'error',
      from: { path: '^src/(features/([^/]+)/contract[.]ts|platform/contract/)', pathNot: TEST },
      to: {
        pathNot: [
          '^src/features/[^/]+/contract[.]ts$',
          '^src/features/$2/domain/',
          '^src/platform/contract/',
          PURE_PACKAGES,
        ],
      },
    },
    {
      name: 'domain-is-pure',
      severity: 'error',
      from: { path: '^src/(features/([^/]+)|platform)/domain/', pathNot: TEST },
      to: {
        pathNot: [
          '^src/features/$2/domain/',
          '^src/platform/(domain|contract)/',
          '^src/features/[^/]+/contract[.]ts$',
          PURE_PACKAGES,
        ],
      },
    },
    {
      name: 'src-never-imports-test',
      severity: 'error',
      from: { path: '^src/', pathNot: TEST },
      to: { path: `^(test|e2e|bench|tools)/|${TEST}` },
    },
    {
      name: 'database-driver-behind-the-door',
      severity: 'error',
      from: { path: '^(src|e2e)/', pathNot: [DRIVER_ZONES, TEST] },
      to: { path: 'node_modules/(pg|pg-[^/]+|@types/pg|postgres|embedded-postgres|@embedded-postgres)/' },
    },
    { name: 'e2e-is-a-black-box', severity: 'error', from: { path: '^e2e/' }, to: { path: '^src/' } },
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, path: '^src/', pathNot: [TEST, '^src/.*[.]d[.]ts$'] },
      to: {},
    },
    {
      name: 'reached-from-an-entry',
      severity: 'error',
      from: {
        path: '^src/(app/(server/(main|cli)[.]ts|web/main[.]tsx)|features/documents/server/shown/read-shown[.]ts)$',
      },
      // The readers of PDFs and of attachments are processes of their own, that of uploads a thread (tools/server-build.mjs).
      to: {
        path: '^src/(platform|features)/',
        pathNot: [TEST, '^src/.*[.]d[.]ts$', '/(text/read-pdf|shown/read-shown|body/body-thread)[.]ts$'],
        reachable: false,
      },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'resolvable',
      severity: 'error',
      from: { path: '^(src|tools|test|e2e|bench)/' },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|data)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.json'],
    },
  },
}
