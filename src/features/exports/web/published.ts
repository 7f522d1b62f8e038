/** What a screen or a list shows as files, and the user's exports. */
export { ExportMenu } from './export-menu.tsx'
