/** Texts of writes that are no text of a person's: the place, and why. What stands in the path of an address is none either. */
export const NO_TEXT: [places: RegExp, reason: string][] = [
  [/ (sessionId|accessVersion|version)$/, 'tells which one is meant, as the portal gave it'],
  [/(^|[ .])role$/, 'the key of a role that is there'],
  [/ password$/, 'kept as its hash alone'],
  [/^POST \/admin\/modules\/all search$/, 'is looked for, and kept nowhere'],
  [/^POST \/admin\/display-rules\/preview /, 'kept nowhere: the same as what is saved afterwards'],
  [/^POST \/purchase-orders\/check /, 'kept nowhere: the same as what is saved afterwards'],
  [
    /^PUT \/admin\/documents\/uploads\/\{checksum\} name$/,
    'of a part of a file, where only its ending is looked at',
  ],
]

/** Texts that must be something of its own kind: whatever else stands there is refused, and why. */
export const REFUSED: Record<string, string> = {
  ...refused(
    'the name of a time zone',
    [
      ...[
        'POST /session/preferences',
        'POST /admin/tenants',
        'PATCH /admin/tenants/{id}',
        'PATCH /admin/company',
      ],
      ...['PATCH /profile', 'PATCH /settings'],
    ],
    'timezone',
  ),
  ...refused(
    'an address of a mail',
    [
      ...['POST /session/email', 'PATCH /admin/company', 'POST /admin/users/{userId}/email'],
      ...['POST /admin/users/{userId}/erasure', 'POST /admin/temporary-access'],
    ],
    'email',
  ),
  ...refused('addresses of mails', ['POST /members/invitations', 'POST /admin/user-invitations'], 'emails.0'),
  ...refused(
    'a person of the staff',
    ['PUT /issues/{id}/assignment', 'PUT /conversations/{id}/assignment'],
    'userId',
  ),
  'PATCH /admin/tenants/{id} accountManager': 'a person of the staff',
  'PATCH /profile phone': 'a telephone number',
  'POST /issues itemNo': 'a product of the company',
  'POST /issues lotNo': 'a lot of the company',
  'POST /conversations handOver.links.0.path': 'an address of the portal itself',
  'PUT /assistant/turns/{id}/settlement result': 'an address of the portal itself',
  ...refused('an order that is there', ['POST /admin/shipments', 'PUT /admin/shipments/{id}'], 'order'),
  ...refused(
    'an order that is there',
    ['POST /admin/shipments', 'PUT /admin/shipments/{id}'],
    'lines.0.order',
  ),
  ...refused('an address of https', ['POST /admin/shipments', 'PUT /admin/shipments/{id}'], 'carrierLink'),
  ...refused(
    'an invoice that is there',
    ['POST /admin/invoice-drafts', 'PUT /admin/invoice-drafts/{id}'],
    'creditsNo',
  ),
  ...refused(
    'a product of the catalogue',
    ['POST /purchase-orders', 'PUT /purchase-orders/{id}'],
    'lines.0.itemNo',
  ),
  'PUT /admin/documents/{id} audience.orderNo': 'an order that is there',
  'POST /admin/documents document.audience.orderNo': 'an order that is there',
  'PUT /purchase-orders/approval-limit approvalLimit': 'an amount',
  'POST /catalogue/{tenantId}/{productId}/prices unit': 'a unit that the product’s own can be compared with',
  ...refused(
    'a client without a company',
    ['POST /admin/unassigned/assign', 'POST /admin/tenants/{id}/clients/remove'],
    'clientCode',
  ),
  ...refused(
    'a client without a company',
    ['POST /admin/unassigned/assign', 'POST /admin/tenants/{id}/clients/remove'],
    'clientName',
  ),
}

function refused(reason: string, writes: string[], field: string): Record<string, string> {
  return Object.fromEntries(writes.map((write) => [`${write} ${field}`, reason]))
}

const rows = (names: string[], at: string) => Object.fromEntries(names.map((name) => [name, at]))

/** Where what a write took is read by who wrote it, `admin:` by an administrator; nothing: in its own answer. */
export const READ: Record<string, string> = {
  ...rows(
    [
      ...['POST /session/viewing', 'POST /admin/tenants/{id}/suspend', 'POST /admin/tenants/{id}/resume'],
      ...['POST /admin/users/{userId}/second-factor/reset', 'POST /admin/users/{userId}/email'],
      ...['POST /catalogue/products', 'POST /admin/payments/{reference}/take-back'],
    ],
    'admin:/audit?limit=20',
  ),
  ...rows(['POST /admin/tenants', 'PATCH /admin/tenants/{id}'], '/admin/tenants/{id}'),
  'PATCH /admin/company': '/admin/company',
  'PUT /admin/closed-days/{day}': '/admin/closed-days',
  'POST /admin/keys': '/admin/keys',
  ...rows(
    [
      ...['POST /issues', 'POST /issues/{id}/comments', 'POST /issues/{id}/acts', 'POST /issues/{id}/notes'],
      'POST /issues/{id}/files',
    ],
    '/issues/id:{id}',
  ),
  'POST /conversations': '/conversations/{id}/messages',
  'POST /conversations subject': '/conversations/{id}',
  ...rows(
    ['POST /conversations/{id}/messages', 'POST /conversations/{id}/files'],
    '/conversations/{id}/messages',
  ),
  'POST /conversations/{id}/notes': '/conversations/{id}',
  ...rows(['POST /admin/shipments', 'PUT /admin/shipments/{id}'], '/admin/shipments/{id}'),
  ...rows(
    ['POST /admin/shipments/{id}/events', 'PUT /admin/shipments/{id}/events/{event}'],
    '/tracking/shipments/{id}',
  ),
  ...rows(['POST /admin/invoice-drafts', 'PUT /admin/invoice-drafts/{id}'], '/admin/invoice-drafts/{id}'),
  'POST /admin/payments': '/payments/{reference}',
  'PUT /product-classes/{class}': '/product-classes',
  'PUT /purchase-orders/addresses': '/purchase-orders/settings',
  ...rows(
    [
      ...['POST /purchase-orders', 'PUT /purchase-orders/{id}', 'POST /purchase-orders/{id}/act'],
      ...['POST /purchase-orders/{id}/decision', 'POST /purchase-orders/{id}/answer'],
      'POST /purchase-orders/{id}/files',
    ],
    '/purchase-orders/{id}',
  ),
  ...rows(['POST /views', 'PATCH /views/{id}'], ''),
  'PUT /admin/display-rules': '/admin/display-rules',
  'POST /admin/tenants/{id}/clients': '/admin/tenants/{id}/clients',
  'PATCH /profile': '/profile',
  ...rows(['POST /admin/roles', 'PUT /admin/roles/{key}'], '/admin/roles'),
  ...rows(['POST /admin/announcements', 'PUT /admin/announcements/{id}'], '/admin/announcements/{id}'),
  ...rows(
    [
      ...['POST /admin/documents', 'PUT /admin/documents/{id}', 'POST /admin/documents/{id}/withdraw'],
      ...['PUT /admin/documents/{id}/retention', 'POST /admin/documents/{id}/versions'],
    ],
    '/admin/documents/{id}',
  ),
  'POST /admin/documents/{id}/release': '/admin/documents/{id}/record',
  ...rows(
    [
      ...['POST /document-requests', 'POST /document-requests/{id}/sending'],
      ...['POST /document-requests/{id}/decision', 'POST /document-requests/{id}/files'],
    ],
    '/document-requests/{id}',
  ),
  'POST /assistant/turns': '/assistant/turns',
  'PUT /assistant/facts/{topic}': '/assistant/facts',
  'POST /feedback': 'admin:/admin/feedback?limit=1',
  'PUT /admin/demo-requests/{id}': '/admin/demo-requests?limit=50',
  'POST /roadmap/{phase}/comments': '/roadmap/{phase}/comments?limit=1',
  ...rows(['POST /admin/claims', 'PUT /admin/claims/{id}'], '/public/claims'),
}

const handOver = { summary: 'x', links: [{ label: 'x', path: '/orders' }] }
const line = {
  ...{ orderLineNo: null, itemNo: 'I-1', itemName: null, lot: null, quantity: '1', unit: null, order: null },
}
const rule = { field: 'name', kind: 'equals', wanted: 'x', digits: null, ignoreCase: false, displayName: 'x' }

/** What a write needs beside the text. */
export const BESIDE: Record<string, object> = {
  ...Object.fromEntries(
    ['summary', 'links.0.label', 'links.0.path'].map((one) => [
      `POST /conversations handOver.${one}`,
      { handOver },
    ]),
  ),
  'POST /admin/shipments': { lines: [line] },
  'PUT /admin/shipments/{id}': { lines: [line] },
  'POST /admin/invoice-drafts': { taxes: [{ name: 'x', amount: '0.10' }] },
  'PUT /admin/invoice-drafts/{id}': { taxes: [{ name: 'x', amount: '0.10' }] },
  'PATCH /views/{id} state.address.search': { state: { address: {}, columns: null } },
  'PUT /admin/display-rules': {
    ...{ productRules: [rule], aliases: [{ variant: 'x Inc.', displayName: 'x' }] },
  },
  'POST /admin/tenants/{id}/clients clientName': { sourceId: null, clientCode: null },
  'POST /admin/unassigned/assign clientName': { sourceId: null, clientCode: null },
  'POST /admin/tenants/{id}/clients/remove clientName': { sourceId: null, clientCode: null },
  'PUT /admin/documents/{id} audience.orderNo': { audience: { kind: 'order', orderNo: 'x' } },
  'POST /admin/documents document.audience.orderNo': { audience: { kind: 'order', orderNo: 'x' } },
}

/** Of what there is one of, or what another trip leaves: as its write expects it. */
export const AS_BEFORE: Record<string, string> = {
  'POST /admin/tenants/{id}/clients/remove': 'delete from upstream_client_names',
  'PUT /assistant/facts/{topic}': 'update assistant_facts set version = 1',
  'PUT /product-classes/{class}': 'update class_terms set version = 1',
}
