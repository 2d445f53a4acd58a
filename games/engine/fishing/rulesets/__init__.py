"""The rulesets of the fishing games, one file each. To add one, write its file and add it to RULESETS."""

from __future__ import annotations

from games.engine.fishing.rulesets.baciga import BACIGA
from games.engine.fishing.rulesets.chkobba import CHKOBBA
from games.engine.fishing.rulesets.chkobba_cafe import CHKOBBA_CAFE
from games.engine.fishing.rulesets.chkobba_spec import CHKOBBA_SPEC
from games.engine.fishing.rulesets.chorizo import CHORIZO
from games.engine.fishing.rulesets.cirulla import CIRULLA
from games.engine.fishing.rulesets.cirullone import CIRULLONE
from games.engine.fishing.rulesets.escoba import ESCOBA
from games.engine.fishing.rulesets.escopa import ESCOPA
from games.engine.fishing.rulesets.escova import ESCOVA
from games.engine.fishing.rulesets.scopa import SCOPA
from games.engine.fishing.rulesets.scopa_dassi import SCOPA_DASSI
from games.engine.fishing.rulesets.scopa_quindici import SCOPA_QUINDICI
from games.engine.fishing.rulesets.scopa_simplified import SCOPA_SIMPLIFIED
from games.engine.fishing.rulesets.scopa_team import SCOPA_TEAM
from games.engine.fishing.rulesets.scopone import SCOPONE
from games.engine.fishing.rulesets.scopone_scientifico import SCOPONE_SCIENTIFICO

RULESETS = (
    CHKOBBA,
    CHKOBBA_CAFE,
    CHKOBBA_SPEC,
    SCOPA,
    SCOPA_SIMPLIFIED,
    SCOPA_TEAM,
    SCOPA_DASSI,
    SCOPONE,
    SCOPONE_SCIENTIFICO,
    SCOPA_QUINDICI,
    CIRULLA,
    CIRULLONE,
    ESCOPA,
    ESCOBA,
    ESCOVA,
    CHORIZO,
    BACIGA,
)
