export function RunPanel() {
  return null;
}
