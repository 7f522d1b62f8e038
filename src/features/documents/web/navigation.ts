import {
  IconBooks,
  IconCertificate,
  IconFileDescription,
  IconFileImport,
  IconFiles,
  IconFlask,
  IconScale,
} from '@tabler/icons-react'
import type { NavigationItem } from '../../../platform/web/navigation.ts'

const reads = { group: 'documents', permission: 'documents.read' } as const

export const legalNavigation: NavigationItem = {
  ...reads,
  to: '/legal',
  label: 'legal',
  icon: IconScale,
  order: 40,
  module: 'legal',
}

export const productNavigation: NavigationItem = {
  ...reads,
  to: '/product',
  label: 'product',
  icon: IconFlask,
  order: 10,
  module: 'product',
}

export const documentationNavigation: NavigationItem = {
  ...reads,
  to: '/product/documentation',
  label: 'documentation',
  icon: IconBooks,
  order: 11,
  module: 'product',
}

export const factSheetsNavigation: NavigationItem = {
  ...reads,
  to: '/product/mfs',
  label: 'factSheets',
  icon: IconFileDescription,
  order: 12,
  module: 'product',
}

export const qualityNavigation: NavigationItem = {
  ...reads,
  to: '/qaqc',
  label: 'quality',
  icon: IconCertificate,
  order: 20,
  module: 'qaqc',
}

export const documentRequestsNavigation: NavigationItem = {
  ...reads,
  to: '/document-requests',
  label: 'documentRequests',
  icon: IconFileImport,
  order: 50,
}

export const libraryNavigation: NavigationItem = {
  to: '/admin/documents',
  label: 'library',
  icon: IconFiles,
  group: 'administration',
  order: 17,
  permission: 'documents.write',
}
