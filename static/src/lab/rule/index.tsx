export function RuleView() {
  return <p class="lab-empty">On its way.</p>;
}
