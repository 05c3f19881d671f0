// The note in a dialog with an address for others, if others cannot open it.

/** Nothing, unless the page was opened at an address that only works on this
 * computer. */
export function OnlyHere() {
  if (!/^(localhost|127\.|\[::1\])/.test(location.hostname)) return null;
  return (
    <p class="soft">
      This address works on this computer only. Open the server at one of the addresses that it showed for others when it started. If it showed none, start it
      with <code>--addr :8080</code>.
    </p>
  );
}
