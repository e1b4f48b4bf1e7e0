# SPDX-License-Identifier: Apache-2.0
"""A thousand walls with doors whose overlap is known to be 802.44 m³, by prisms and by solids, and 20,000 walls against themselves:
broad and narrow phase, CPU time."""
import json
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
EXACT_M3 = 802.44


def report(verdict):
    own = json.loads(subprocess.run([ROOT / "build-bench/geometry_bench"], check=True, capture_output=True, text=True).stdout)
    print("\n| geometry | CPU ms | overlap, m³ | target |")
    print("|---|---:|---:|---|")
    for name, time, volume in (("prisms", own["prisms_ms"], own["volume_m3"]), ("solids", own["solids_ms"], own["solids_volume_m3"])):
        right = abs(volume - EXACT_M3) <= 1e-9 * EXACT_M3
        print(f"| 1,000 walls with doors against themselves, {own['near']:,} pairs of boxes, by {name} | {time:.1f} | {volume:.9f} "
              f"| {EXACT_M3} m³: {verdict(right)} |")
    print(f"| 20,000 walls against themselves, {own['many_near']:,} pairs of boxes | {own['many_ms']:.1f} | "
          f"| < 500 ms: {verdict(own['many_ms'] < 500)} |", flush=True)
